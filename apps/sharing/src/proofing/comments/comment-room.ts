import { COMMENTS, errors } from '@daymark/contracts'
import type { Tx } from '@daymark/platform'

const HOUR_MS = 3_600_000
const COUNTS = `
  SELECT count(*)::int AS link, (count(*) FILTER (WHERE photo_id = $2))::int AS photo,
         (count(*) FILTER (WHERE thread_id = $3))::int AS thread,
         (count(*) FILTER (WHERE created_at > $4 AND visitor_id IS NOT NULL))::int AS "linkHour",
         (count(*) FILTER (WHERE created_at > $4 AND visitor_id = $5))::int AS "visitorHour"
  FROM comments WHERE link_id = $1`
type Counts = Record<'link' | 'photo' | 'thread' | 'linkHour' | 'visitorHour', number>
type Wanted = { linkId: string; photoId: string; threadId: string | null; visitorId: string | null; now: Date }

/** Within the lock of the link. COMMENTS_FULL; TOO_MANY_REQUESTS of visitors. */
export async function assertRoom(tx: Tx, { linkId, photoId, threadId, visitorId, now }: Wanted): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS)
  const [counts] = await tx.sql<Counts>(COUNTS, [linkId, photoId, threadId, since, visitorId])
  if (!counts) return
  const { perLink, perPhoto, perThread, linkPerHour, visitorPerHour } = COMMENTS
  if (counts.link >= perLink || counts.photo >= perPhoto || counts.thread >= perThread) throw errors.COMMENTS_FULL()
  const isTooOften = counts.linkHour >= linkPerHour || counts.visitorHour >= visitorPerHour
  if (visitorId !== null && isTooOften) throw errors.TOO_MANY_REQUESTS({ retryAfter: HOUR_MS / 1000 })
}
