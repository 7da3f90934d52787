import {
  type AlbumClocks,
  cameraIdOf,
  type CapturedPhoto,
  type CaptureOrderView,
  insertByCaptureTime,
  captureInstant,
  MAX_CAMERAS,
  findUsualOffsets,
} from '@daymark/contracts'
import { type Database, preparedStatement, type Tx } from '@daymark/platform'
import { In } from 'typeorm'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { CAPTURE_SQL } from '../photos/photo-columns.ts'
import { mergeHeadings } from '../sections/album-order.ts'
import { idsOf, saveOrder } from '../sections/save-order.ts'

export type PositionedPhoto = CapturedPhoto & { position: number; cameraName: string | null }

/** Selects the capture times of all photos of an album, in album order. */
const SELECT_CAPTURE_TIMES = preparedStatement(`
  SELECT x.photo_id AS id, x.position, p.original_filename AS name, p.camera AS "cameraName", ${CAPTURE_SQL} AS capture
  FROM album_photos x JOIN photos p ON p.id = x.photo_id WHERE x.album_id = $1 ORDER BY x.position, x.photo_id`)

export const readCaptureTimes = (reader: Database | Tx, albumId: string): Promise<PositionedPhoto[]> =>
  reader.sql<PositionedPhoto>(SELECT_CAPTURE_TIMES, [albumId])

type Camera = CaptureOrderView['cameras'][number]

/**
 * rule 138: lists the cameras of an album, the most used first. The owner recognizes a camera by its name, the end of its serial number,
 * and its first and last photo.
 */
export function viewCaptureOrder(
  photos: readonly PositionedPhoto[],
  savedOrder: AlbumClocks | null,
): Omit<CaptureOrderView, 'version'> {
  const { keep = false, clocks = {} } = savedOrder ?? {}
  const usualOffsets = findUsualOffsets(photos)
  const photosWithTime = photos.filter(({ capture }) => capture.time !== undefined)
  const photosByCamera = [...Map.groupBy(photosWithTime, photo => cameraIdOf(photo.capture))]
  const cameras = photosByCamera.map(([id, cameraPhotos]): Camera => {
    const [first, last] = findFirstAndLast(cameraPhotos, photo => captureInstant(photo, usualOffsets, clocks)?.ms ?? 0)
    const serialEnd = cameraPhotos.find(photo => photo.capture.serialEnd !== undefined)?.capture.serialEnd ?? null
    return {
      id,
      name: first.cameraName,
      serialEnd,
      photoCount: cameraPhotos.length,
      correctionMs: clocks[id] ?? 0,
      first: first.capture.time ?? '',
      last: last.capture.time ?? '',
      usualOffset: usualOffsets.byCamera.get(id) ?? null,
      photoIds: first === last ? [first.id] : [first.id, last.id],
    }
  })
  cameras.sort((a, b) => b.photoCount - a.photoCount || (a.id < b.id ? -1 : 1))
  return {
    keep,
    usualOffset: usualOffsets.byCamera.size > 0 ? usualOffsets.all : null,
    withoutTime: photos.length - photosWithTime.length,
    cameras: cameras.slice(0, MAX_CAMERAS),
  }
}

function findFirstAndLast<T extends CapturedPhoto>(
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

/** rule 139: moves photos that were added to an album to their positions by capture time, if the album keeps capture order. */
export async function orderAddedPhotos(
  lockedLibrary: LockedLibrary,
  album: Album,
  added: readonly string[],
): Promise<void> {
  if (!album.captureOrder?.keep) return
  const photosWithTime = await lockedLibrary.tx.sql<{ id: string }>(SELECT_PHOTOS_WITH_TIME, [added])
  if (!photosWithTime.length) return
  const photos = await readCaptureTimes(lockedLibrary.tx, album.id)
  const before = mergeHeadings(photos, album.sections)
  const { order, moved } = insertByCaptureTime(
    idsOf(before),
    photos,
    new Set(photosWithTime.map(({ id }) => id)),
    album.captureOrder.clocks,
  )
  if (order.some((id, index) => id !== before[index]?.id))
    await saveOrder(lockedLibrary, album, { before, order, moved })
}

/**
 * Selects the photos of `$1` that have a capture time. Unprocessed photos have no capture time yet; orderProcessedPhoto moves them later.
 */
const SELECT_PHOTOS_WITH_TIME = preparedStatement(`
  SELECT id FROM photos WHERE id = ANY($1::uuid[]) AND capture ? 'time'`)

/**
 * Moves a photo to its position by capture time in all albums that keep capture order. Called when the photo has been processed, because
 * its capture time is unknown before.
 */
export async function orderProcessedPhoto(lockedLibrary: LockedLibrary, photoId: string): Promise<void> {
  const rows = await lockedLibrary.tx.sql<{ id: string }>(SELECT_ALBUMS_IN_CAPTURE_ORDER, [photoId])
  if (!rows.length) return
  const albums = await lockedLibrary.tx.em.findBy(Album, { id: In(rows.map(({ id }) => id)) })
  for (const album of albums) await orderAddedPhotos(lockedLibrary, album, [photoId])
}
const SELECT_ALBUMS_IN_CAPTURE_ORDER = preparedStatement(`
  SELECT a.id FROM album_photos x JOIN albums a ON a.id = x.album_id
  WHERE x.photo_id = $1 AND (a.capture_order ->> 'keep')::boolean`)
