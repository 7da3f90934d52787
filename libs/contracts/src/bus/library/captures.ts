import { z } from 'zod'
import { id, rpc } from '../define.ts'
import { MAX_CAMERAS, MAX_CLOCK_CORRECTION_MS } from '../../rules/limits.ts'

/** Correction of a camera clock: milliseconds to add to the capture times of the camera. */
const correctionMs = z.number().int().min(-MAX_CLOCK_CORRECTION_MS).max(MAX_CLOCK_CORRECTION_MS)
export const albumClocks = z.object({
  keep: z.boolean().describe('Whether new photos of the album are inserted by capture time.'),
  clocks: z.record(z.string(), correctionMs).describe('Corrections of camera clocks.'),
})
export type AlbumClocks = z.infer<typeof albumClocks>

export const albumCamera = z.object({
  id: z.string(),
  name: z.string().nullable(),
  serialEnd: z.string().nullable(),
  photoCount: z.number().int(),
  first: z.string().describe('Capture time of the first photo, without the correction.'),
  last: z.string().describe('Capture time of the last photo, without the correction.'),
  usualOffset: z
    .string()
    .nullable()
    .describe('The most common UTC offset of the photos of this camera. Null: no photo has a UTC offset.'),
  correctionMs,
  photoIds: z.array(id).max(2).describe('The first and the last photo.'),
})
const captureOrderView = z.object({
  keep: z.boolean(),
  usualOffset: z
    .string()
    .nullable()
    .describe(
      'UTC offset that is assumed for photos if neither the photo nor its camera has one. Null: UTC is assumed.',
    ),
  withoutTime: z.number().int().describe('Number of photos without a capture time.'),
  cameras: z.array(albumCamera).max(MAX_CAMERAS).describe('Cameras of the photos that have a time, most used first.'),
  version: z.number().int().describe('Version of the album.'),
})
export type CaptureOrderView = z.infer<typeof captureOrderView>

/** Sorting of albums by capture time (rules 136 to 140). All calls throw ALBUM_NOT_FOUND. */
export const libraryCaptures = {
  getCaptureOrder: rpc('library.albums.get-capture-order', z.object({ id: z.string() }), captureOrderView),
  /**
   * Saves clock corrections. Cameras that the request omits keep their correction. `order` true: also sorts the album. Throws STILL_WORKING
   * if the sorting continues in the background.
   */
  setCaptureOrder: rpc(
    'library.albums.set-capture-order',
    z.object({
      id: z.string(),
      clocks: z.array(z.object({ cameraId: z.string().max(40), correctionMs })).max(MAX_CAMERAS),
      keep: z.boolean().optional(),
      order: z.boolean(),
    }),
    captureOrderView,
  ),
}
