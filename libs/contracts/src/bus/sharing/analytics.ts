import { z } from 'zod'
import { id, isoTime } from '../define.ts'
import { DOWNLOAD_TYPES } from '../../http/shares.ts'

const visitCounts = { visits: z.number(), photoViews: z.number() }
const dayVisits = z.object({ day: z.string().describe('Such as 2024-05-01.'), ...visitCounts })
export type DayVisits = z.infer<typeof dayVisits>
const hourVisits = z.object({ hour: z.number().int().describe('Hour of the day.'), ...visitCounts })
export type HourVisits = z.infer<typeof hourVisits>

/** Analytics of a link (S-TRK-03). `days` and `hours` cover the requested period, all other numbers the time since the link was created. */
export const linkAnalytics = z.object({
  uniqueVisitors: z.number(),
  totalVisits: z.number(),
  totalPhotoViews: z.number(),
  avgDuration: z.number().describe('Average duration of a visit in seconds.'),
  topPhotos: z.array(
    z.object({
      photoId: id,
      filename: z.string(),
      originalFilename: z.string(),
      title: z.string(),
      views: z.number(),
      downloads: z.number(),
    }),
  ),
  visits: z.array(
    z.object({
      id,
      startedAt: isoTime,
      visitorId: z.string(),
      pageViews: z.number(),
      photoViews: z.number(),
      durationSeconds: z.number(),
    }),
  ),
  downloads: z.array(z.object({ type: z.enum(DOWNLOAD_TYPES), downloads: z.number(), photos: z.number() })),
  days: z.array(dayVisits),
  hours: z.array(hourVisits),
})
export type LinkAnalytics = z.infer<typeof linkAnalytics>
