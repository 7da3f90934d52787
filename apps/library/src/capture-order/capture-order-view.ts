import {
  type AlbumClocks,
  cameraIdOf,
  type CapturedPhoto,
  type CaptureOrderView,
  captureInstant,
  MAX_CAMERAS,
  findUsualOffsets,
} from '@daymark/contracts'
import { type Database, prepared, type Tx } from '@daymark/platform'
import { CAPTURE } from '../photos/photo-columns.ts'

export type PositionedPhoto = CapturedPhoto & { position: number; cameraName: string | null }

/** Selects all photos of an album in its order. */
const SELECT_CAPTURE_TIMES = prepared(`
  SELECT x.photo_id AS id, x.position, p.original_filename AS name, p.camera AS "cameraName", ${CAPTURE} AS capture
  FROM album_photos x JOIN photos p ON p.id = x.photo_id WHERE x.album_id = $1 ORDER BY x.position, x.photo_id`)

export const readCaptureTimes = (reader: Database | Tx, albumId: string): Promise<PositionedPhoto[]> =>
  reader.sql<PositionedPhoto>(SELECT_CAPTURE_TIMES, [albumId])

type Camera = CaptureOrderView['cameras'][number]

/**
 * rule 138: the cameras that took the photos of an album, with name, end of the serial number and two photos by which the owner recognizes
 * them.
 */
export function viewCaptureOrder(
  photos: readonly PositionedPhoto[],
  saved: AlbumClocks | null,
): Omit<CaptureOrderView, 'version'> {
  const { keep = false, clocks = {} } = saved ?? {}
  const usualOffsetsOfCameras = findUsualOffsets(photos)
  const photosWithTime = photos.filter(({ capture }) => capture.time !== undefined)
  const groups = [...Map.groupBy(photosWithTime, photo => cameraIdOf(photo.capture))]
  const cameras = groups.map(([id, ofCamera]): Camera => {
    const [first, last] = firstAndLast(ofCamera, photo => captureInstant(photo, usualOffsetsOfCameras, clocks)?.ms ?? 0)
    const serialEnd = ofCamera.find(photo => photo.capture.serialEnd !== undefined)?.capture.serialEnd ?? null
    return {
      ...{ id, name: first.cameraName, serialEnd, photoCount: ofCamera.length, correctionMs: clocks[id] ?? 0 },
      ...{ first: first.capture.time ?? '', last: last.capture.time ?? '' },
      usualOffset: usualOffsetsOfCameras.byCamera.get(id) ?? null,
      photoIds: first === last ? [first.id] : [first.id, last.id],
    }
  })
  cameras.sort((a, b) => b.photoCount - a.photoCount || (a.id < b.id ? -1 : 1))
  return {
    ...{
      keep,
      usualOffset: usualOffsetsOfCameras.byCamera.size > 0 ? usualOffsetsOfCameras.all : null,
      withoutTime: photos.length - photosWithTime.length,
    },
    cameras: cameras.slice(0, MAX_CAMERAS),
  }
}

function firstAndLast<T extends CapturedPhoto>(
  photos: readonly T[],
  timeOf: (photo: T) => number,
): [first: T, last: T] {
  const [start] = photos as [T]
  return photos.reduce<[T, T]>(
    ([first, last], photo) => [
      timeOf(photo) < timeOf(first) ? photo : first,
      timeOf(photo) >= timeOf(last) ? photo : last,
    ],
    [start, start],
  )
}
