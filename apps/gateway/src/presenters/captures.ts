import type { Capture, CaptureOrderView, http } from '@daymark/contracts'
import { cameraOf } from '@daymark/contracts'

/** rule 136: null where the file says nothing of when it was. */
export function presentCapture(capture: Capture | undefined): http.Capture | null {
  if (capture?.time === undefined) return null
  const { time, offset = null, gpsOffset = null } = capture
  return { time, offset, gps_offset: gpsOffset, camera_id: cameraOf(capture) }
}

export const presentCaptureOrder = (view: CaptureOrderView): http.AlbumCaptureOrder => ({
  keep: view.keep,
  usual_offset: view.usualOffset,
  without_time: view.withoutTime,
  cameras: view.cameras.map(camera => ({
    ...{ id: camera.id, name: camera.name, serial_end: camera.serialEnd, image_count: camera.photoCount },
    ...{ first: camera.first, last: camera.last, usual_offset: camera.usualOffset },
    ...{ correction_ms: camera.correctionMs, image_ids: camera.photoIds },
  })),
})

export const askedCaptureOrder = (id: string, { cameras = [], keep, order = true }: http.CaptureOrderBody) => ({
  ...{ id, keep, order },
  clocks: cameras.map(camera => ({ cameraId: camera.id, correctionMs: camera.correction_ms })),
})
