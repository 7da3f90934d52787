import { z } from 'zod'
import { MAX_CAMERAS, MAX_CLOCK_CORRECTION_MS } from '../../rules/limits.ts'

/** Capture time as stored in the file (rule 136), without corrections. */
export const capture = z.object({
  time: z
    .string()
    .describe('Local time of the camera clock: ISO 8601 without a time zone, with the precision stored in the file.'),
  offset: z
    .string()
    .nullable()
    .describe('UTC offset of the camera clock, such as `+02:00`. Null: the file contains no UTC offset.'),
  gps_offset: z
    .string()
    .nullable()
    .describe('UTC offset calculated from the GPS time. Null: the file contains a UTC offset or no GPS time.'),
  camera_id: z
    .string()
    .describe(
      'ID of the camera body, derived from make, model and serial number. `unknown`: the file does not name a camera.',
    ),
})
export type Capture = z.infer<typeof capture>

const correction = z
  .int()
  .min(-MAX_CLOCK_CORRECTION_MS)
  .max(MAX_CLOCK_CORRECTION_MS)
  .describe(
    'Correction of the camera clock: milliseconds to add to the capture times of this camera. Applies to this album only.',
  )
export const albumCamera = z.object({
  id: z.string().describe('ID of the camera body, as in `camera_id` of an image. `unknown`: images without a camera.'),
  name: z.string().nullable().describe('Make and model of the camera. Null: unknown.'),
  serial_end: z
    .string()
    .nullable()
    .describe(
      'Last characters of the serial number of the camera, to distinguish cameras of the same model. Null: unknown.',
    ),
  image_count: z.int().describe('Number of images of this camera in the album.'),
  first: z.string().describe('Capture time of the first image of this camera, without the correction.'),
  last: z.string().describe('Capture time of the last image of this camera, without the correction.'),
  usual_offset: z
    .string()
    .nullable()
    .describe('The most common UTC offset in the images of this camera. Null: no image contains a UTC offset.'),
  correction_ms: correction,
  image_ids: z.array(z.string()).describe('IDs of the first and the last image of this camera.'),
})
export type AlbumCamera = z.infer<typeof albumCamera>

/** GET /api/albums/{id}/capture-order (rules 137, 138). */
export const albumCaptureOrder = z.object({
  keep: z
    .boolean()
    .describe('Whether new images of the album are inserted by capture time. If not, they are added at the end.'),
  usual_offset: z
    .string()
    .nullable()
    .describe(
      'UTC offset that Daymark assumes for images if neither the image nor its camera has one. Null: unknown, so Daymark assumes UTC.',
    ),
  without_time: z
    .int()
    .describe('Number of images without a capture time. Sorting moves them to the end in their current order.'),
  cameras: z.array(albumCamera).describe('The cameras of the album, the one with the most images first.'),
})
export type AlbumCaptureOrder = z.infer<typeof albumCaptureOrder>

export const captureOrderBody = z.object({
  cameras: z
    .array(z.object({ id: z.string().max(40).describe('ID of the camera.'), correction_ms: correction }))
    .max(MAX_CAMERAS)
    .optional()
    .describe('Clock corrections to change. Cameras that are not in this list keep their current correction.'),
  keep: z
    .boolean()
    .optional()
    .describe('Whether to insert new images of the album by capture time. Omit it to keep the current value.'),
  order: z
    .boolean()
    .optional()
    .describe('Whether to sort the images now. False: only saves the other fields. Default: true.'),
})
export type CaptureOrderBody = z.infer<typeof captureOrderBody>
