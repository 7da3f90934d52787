import { z } from 'zod'
import { id, rpc } from './define.ts'
import { MAX_CAMERAS, MAX_CLOCK_MS } from './limits.ts'

/** How far a clock went wrong: what is added to the times of a camera. */
const correctionMs = z.number().int().min(-MAX_CLOCK_MS).max(MAX_CLOCK_MS)
export const albumClocks = z.object({
  keep: z.boolean().describe('photos that are put in later fall in where they belong'),
  clocks: z.record(z.string(), correctionMs).describe('of cameras whose clocks are put right'),
})
export type AlbumClocks = z.infer<typeof albumClocks>

export const albumCamera = z.object({
  id: z.string(),
  name: z.string().nullable(),
  serialEnd: z.string().nullable(),
  photoCount: z.number().int(),
  first: z.string().describe('by the clock of the camera, as it stood'),
  last: z.string(),
  usualOffset: z.string().nullable().describe('of most photos that it took; null: none says it'),
  correctionMs,
  photoIds: z.array(id).max(2).describe('the first and the last one'),
})
const captureOrderView = z.object({
  keep: z.boolean(),
  usualOffset: z.string().nullable().describe('of photos that say none, unless their camera has one; null: UTC'),
  withoutTime: z.number().int(),
  cameras: z.array(albumCamera).max(MAX_CAMERAS).describe('of the photos that have a time, the most used first'),
  version: z.number().int().describe("the album's"),
})
export type CaptureOrderView = z.infer<typeof captureOrderView>

/** Albums by the time of capture (rules 136 to 140). ALBUM_NOT_FOUND. */
export const libraryCaptures = {
  getCaptureOrder: rpc('library.albums.get-capture-order', z.object({ id: z.string() }), captureOrderView),
  /** Cameras that are not named keep their clocks. `order`: all photos change places now. STILL_WORKING: it goes on. */
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
