import {
  type AlbumClocks,
  cameraOf,
  type CapturedPhoto,
  type CaptureOrderView,
  instantOf,
  MAX_CAMERAS,
  usualOffsets,
} from '@daymark/contracts'
import { type Database, prepared, type Tx } from '@daymark/platform'
import { CAPTURE } from '../photos/photo-columns.ts'

export type PositionedPhoto = CapturedPhoto & { position: number; cameraName: string | null }

/** All photos of an album in its order. */
const READ = prepared(`
  SELECT x.photo_id AS id, x.position, p.original_filename AS name, p.camera AS "cameraName", ${CAPTURE} AS capture
  FROM album_photos x JOIN photos p ON p.id = x.photo_id WHERE x.album_id = $1 ORDER BY x.position, x.photo_id`)

export const readCaptureTimes = (reader: Database | Tx, albumId: string): Promise<PositionedPhoto[]> =>
  reader.sql<PositionedPhoto>(READ, [albumId])

type Camera = CaptureOrderView['cameras'][number]

/** rule 138: the cameras that took the photos of an album, and how to recognize them. */
export function viewCaptureOrder(
  photos: readonly PositionedPhoto[],
  known: AlbumClocks | null,
): Omit<CaptureOrderView, 'version'> {
  const { keep = false, clocks = {} } = known ?? {}
  const usual = usualOffsets(photos)
  const timed = photos.filter(({ capture }) => capture.time !== undefined)
  const groups = [...Map.groupBy(timed, photo => cameraOf(photo.capture))]
  const cameras = groups.map(([id, taken]): Camera => {
    const [first, last] = ends(taken, photo => instantOf(photo, usual, clocks)?.ms ?? 0)
    const serialEnd = taken.find(photo => photo.capture.serialEnd !== undefined)?.capture.serialEnd ?? null
    return {
      ...{ id, name: first.cameraName, serialEnd, photoCount: taken.length, correctionMs: clocks[id] ?? 0 },
      ...{ first: first.capture.time ?? '', last: last.capture.time ?? '' },
      usualOffset: usual.byCamera.get(id) ?? null,
      photoIds: first === last ? [first.id] : [first.id, last.id],
    }
  })
  cameras.sort((a, b) => b.photoCount - a.photoCount || (a.id < b.id ? -1 : 1))
  return {
    ...{ keep, usualOffset: usual.byCamera.size > 0 ? usual.all : null, withoutTime: photos.length - timed.length },
    cameras: cameras.slice(0, MAX_CAMERAS),
  }
}

function ends<T extends CapturedPhoto>(photos: readonly T[], at: (photo: T) => number): [first: T, last: T] {
  const [one] = photos as [T]
  return photos.reduce<[T, T]>(
    ([first, last], photo) => [at(photo) < at(first) ? photo : first, at(photo) >= at(last) ? photo : last],
    [one, one],
  )
}
