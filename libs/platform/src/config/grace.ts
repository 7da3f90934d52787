import { z } from 'zod'

/** How long the trash keeps things: library and sharing read the same setting (DAYMARK_LIBRARY_PURGE_AFTER_DAYS). */
export const purgeAfterDays = z.coerce
  .number()
  .min(0)
  .max(3650)
  .default(30)
  .describe('Days for which deleted photos, albums, tags and links can be restored. 0: they are removed at once')

const DAY_MS = 86_400_000
/** What was deleted until then is gone for good. */
export const goneBefore = (now: Date, grace: { purgeAfterDays: number }): Date =>
  new Date(now.getTime() - grace.purgeAfterDays * DAY_MS)
