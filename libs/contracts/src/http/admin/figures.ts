import { z } from 'zod'

/** Null: the service does not respond; `notes` names it. */
const figure = z.number().nullable()
/** Messages about missing data. Empty: the response is complete. */
const notes = z.array(z.string())

/** GET /api/admin/dashboard (S-ADA-01). Week and month are the last 7 and 30 days. Active: signed in or active in that period. */
export const dashboard = z.object({
  users: z.object({ total_users: figure, active_week: figure, active_month: figure }),
  images: z.object({ total_images: figure, total_storage: figure.describe('Size in bytes.'), uploaded_week: figure }),
  albums: z.object({ total_albums: figure }),
  tags: z.object({ total_tags: figure }),
  shares: z.object({ total_shares: figure, total_views: figure, shares_week: figure }),
  notes,
})
export type Dashboard = z.infer<typeof dashboard>

/** GET /api/admin/health (S-ADA-04); sizes in bytes, uptime in seconds. */
export const adminHealth = z.object({
  diskUsage: z
    .object({ percentUsed: figure, available: figure, total: figure, used: figure })
    .describe('Volume that holds the photos. Null for an object store, which reports no such values.'),
  database: z.string().describe('`connected` is healthy.'),
  uptime: z.number(),
  storage: z.object({ total_used: figure, total_limit: figure.describe('Sum of the storage limits of all accounts.') }),
  memory: z.object({ heapUsed: z.number(), heapTotal: z.number() }),
  notes,
})
export type AdminHealth = z.infer<typeof adminHealth>
