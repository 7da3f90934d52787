import { z } from 'zod'
import { ANALYTICS_DAYS } from '../rules/limits.ts'
import { DOWNLOAD_TYPES, share } from './shares.ts'

/** GET /api/shares/{id}/analytics. `days` and `time_zone` select days and hours. Totals include all time. */
export const shareAnalyticsQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .transform(days => Math.min(days, ANALYTICS_DAYS.max))
    .default(ANALYTICS_DAYS.default),
  time_zone: z.string().max(64).optional().describe('IANA time zone. Default: UTC.'),
})

const visitCounts = { visits: z.number(), photo_views: z.number() }
export const shareAnalytics = z.object({
  share,
  uniqueVisitors: z.number(),
  totalVisits: z.number(),
  totalPhotoViews: z.number(),
  avgDuration: z.number().describe('Average duration of a visit in seconds.'),
  topPhotos: z
    .array(
      z.object({
        image_id: z.string(),
        filename: z.string(),
        original_filename: z.string(),
        title: z.string(),
        view_count: z.number(),
        download_count: z.number(),
        thumbnail_url: z.string(),
      }),
    )
    .describe('The ten most viewed photos.'),
  visits: z
    .array(
      z.object({
        id: z.string(),
        started_at: z.string(),
        visitor_id: z.string().describe('Random id, specific to this link.'),
        page_views: z.number(),
        photo_views: z.number(),
        duration_seconds: z.number(),
      }),
    )
    .describe('Newest first, at most 50.'),
  downloads: z.array(z.object({ type: z.enum(DOWNLOAD_TYPES), count: z.number(), photo_count: z.number() })),
  viewsPerDay: z
    .array(z.object({ day: z.string().describe('Such as 2024-05-01.'), ...visitCounts }))
    .describe('The last entry is today.'),
  viewsPerHour: z
    .array(z.object({ hour: z.number().int(), ...visitCounts }))
    .describe('Sums over all days of `viewsPerDay` for each hour of the day, 0 to 23.'),
})
export type ShareAnalytics = z.infer<typeof shareAnalytics>
