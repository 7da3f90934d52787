import { z } from 'zod'
import { MAX_CAMERAS, MAX_CLOCK_MS } from '../rules/limits.ts'

/** Capture time as stored in the file (rule 136), without corrections. */
export const capture = z.object({
  time: z.string().describe('Camera clock, ISO 8601 without a zone, with the precision stored in the file.'),
  offset: z.string().nullable().describe('UTC offset of the camera clock, such as +02:00. Null: not in the file.'),
  gps_offset: z.string().nullable().describe('UTC offset derived from GPS time, if the file has no offset of its own.'),
  camera_id: z.string().describe('Identifies the camera body. `unknown`: the file contains no camera data.'),
})
export type Capture = z.infer<typeof capture>

const correction = z
  .int()
  .min(-MAX_CLOCK_MS)
  .max(MAX_CLOCK_MS)
  .describe('Milliseconds added to the times of this camera, in this album only.')
export const albumCamera = z.object({
  id: z.string(),
  name: z.string().nullable(),
  serial_end: z.string().nullable().describe('Last characters of the serial number, to distinguish two bodies.'),
  image_count: z.int(),
  first: z.string().describe('Time of the first image by the uncorrected camera clock.'),
  last: z.string(),
  usual_offset: z
    .string()
    .nullable()
    .describe('The most common UTC offset of the images of this camera. Null: no image has one.'),
  correction_ms: correction,
  image_ids: z.array(z.string()).describe('The first and the last image of this camera.'),
})
export type AlbumCamera = z.infer<typeof albumCamera>

/** GET /api/albums/{id}/capture-order (rules 137, 138). */
export const albumCaptureOrder = z.object({
  keep: z.boolean().describe('Whether images added later are inserted by capture time.'),
  usual_offset: z
    .string()
    .nullable()
    .describe('UTC offset used when neither the image nor its camera has one. Null: none known, so UTC is used.'),
  without_time: z
    .int()
    .describe('Number of images without a capture time. They stay at the end in their current order.'),
  cameras: z.array(albumCamera).describe('Most used first.'),
})
export type AlbumCaptureOrder = z.infer<typeof albumCaptureOrder>

export const captureOrderBody = z.object({
  cameras: z
    .array(z.object({ id: z.string().max(40), correction_ms: correction }))
    .max(MAX_CAMERAS)
    .optional()
    .describe('Cameras that are not listed keep their correction.'),
  keep: z.boolean().optional(),
  order: z.boolean().optional().describe('Default true. False: saves the corrections without reordering.'),
})
export type CaptureOrderBody = z.infer<typeof captureOrderBody>
