import { z } from 'zod'
import { MAX_CAMERAS, MAX_CLOCK_MS } from '../limits.ts'

/** When a photo was taken, as its file says it (rule 136); nothing of it is ever corrected. */
export const capture = z.object({
  time: z
    .string()
    .describe("the camera's clock, ISO 8601 without a zone, with as many digits of the second as the file has"),
  offset: z.string().nullable().describe('of that clock from UTC, such as +02:00; null: the file does not say'),
  gps_offset: z.string().nullable().describe('the same by the time of the satellites, where the file has only that'),
  camera_id: z.string().describe('the same for all images of one camera body; unknown: the file does not say'),
})
export type Capture = z.infer<typeof capture>

const correction = z
  .int()
  .min(-MAX_CLOCK_MS)
  .max(MAX_CLOCK_MS)
  .describe('what is added to the times of this camera, in this album alone')
export const albumCamera = z.object({
  id: z.string(),
  name: z.string().nullable(),
  serial_end: z.string().nullable().describe('the end of its serial number, to tell two bodies apart'),
  image_count: z.int(),
  first: z.string().describe('time of its first image, by its clock as it stood'),
  last: z.string(),
  usual_offset: z.string().nullable().describe('from UTC, as most of its images say; null: none does'),
  correction_ms: correction,
  image_ids: z.array(z.string()).describe('its first and its last image'),
})
export type AlbumCamera = z.infer<typeof albumCamera>

/** GET /api/albums/{id}/capture-order (rules 137, 138). */
export const albumCaptureOrder = z.object({
  keep: z.boolean().describe('images that are added later fall in where they belong'),
  usual_offset: z
    .string()
    .nullable()
    .describe('where neither an image nor its camera says one; null: nobody does, and UTC counts'),
  without_time: z.int().describe('images that stay at the end, in the order of before'),
  cameras: z.array(albumCamera).describe('the most used first'),
})
export type AlbumCaptureOrder = z.infer<typeof albumCaptureOrder>

export const captureOrderBody = z.object({
  cameras: z
    .array(z.object({ id: z.string().max(40), correction_ms: correction }))
    .max(MAX_CAMERAS)
    .optional()
    .describe('those that are not named keep what they have'),
  keep: z.boolean().optional(),
  order: z.boolean().optional().describe('default true; false: clocks are noted, and nothing changes places'),
})
export type CaptureOrderBody = z.infer<typeof captureOrderBody>
