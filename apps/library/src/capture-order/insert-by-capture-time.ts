import { insertByCaptureTime } from '@daymark/contracts'
import { prepared } from '@daymark/platform'
import { In } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { mergeHeadings } from '../sections/album-order.ts'
import { idsOf, saveOrder } from '../sections/save-order.ts'
import { readCaptureTimes } from './capture-order-view.ts'

/** rule 139: if the album keeps capture order, moves new photos to their positions in that order. */
export async function insertIntoAlbum(lockedLibrary: Library, album: Album, added: readonly string[]): Promise<void> {
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
  if (order.some((id, at) => id !== before[at]?.id)) await saveOrder(lockedLibrary, album, { before, order, moved })
}

/** Selects photos with a capture time. Photos that are not processed yet have none; insertProcessedPhoto handles them later. */
const SELECT_PHOTOS_WITH_TIME = prepared(`
  SELECT id FROM photos WHERE id = ANY($1::uuid[]) AND capture ? 'time'`)

/** Call when a photo has been processed. It may have been added to albums before, when its capture time was unknown. */
export async function insertProcessedPhoto(lockedLibrary: Library, photoId: string): Promise<void> {
  const rows = await lockedLibrary.tx.sql<{ id: string }>(SELECT_ALBUMS_IN_CAPTURE_ORDER, [photoId])
  if (!rows.length) return
  const albums = await lockedLibrary.tx.em.findBy(Album, { id: In(rows.map(({ id }) => id)) })
  for (const album of albums) await insertIntoAlbum(lockedLibrary, album, [photoId])
}
const SELECT_ALBUMS_IN_CAPTURE_ORDER = prepared(`
  SELECT a.id FROM album_photos x JOIN albums a ON a.id = x.album_id
  WHERE x.photo_id = $1 AND (a.capture_order ->> 'keep')::boolean`)
