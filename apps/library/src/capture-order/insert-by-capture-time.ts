import { insertByCaptureTime } from '@daymark/contracts'
import { prepared } from '@daymark/platform'
import { In } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { mergeHeadings } from '../sections/album-order.ts'
import { idsOf, saveOrder } from '../sections/save-order.ts'
import { readCaptureTimes } from './capture-order-view.ts'

/** rule 139: moves new photos of an album that keeps capture order to their place in that order. */
export async function insertIntoAlbum(own: Library, album: Album, added: readonly string[]): Promise<void> {
  if (!album.captureOrder?.keep) return
  const timed = await own.tx.sql<{ id: string }>(TIMED, [added])
  if (!timed.length) return
  const photos = await readCaptureTimes(own.tx, album.id)
  const before = mergeHeadings(photos, album.sections)
  const { order, moved } = insertByCaptureTime(
    idsOf(before),
    photos,
    new Set(timed.map(({ id }) => id)),
    album.captureOrder.clocks,
  )
  if (order.some((id, at) => id !== before[at]?.id)) await saveOrder(own, album, { before, order, moved })
}

/** Skips photos that are not processed yet; insertProcessedPhoto handles them later. */
const TIMED = prepared(`
  SELECT id FROM photos WHERE id = ANY($1::uuid[]) AND capture ? 'time'`)

/** For a photo that was added to albums before it was processed, so without a capture time. */
export async function insertProcessedPhoto(own: Library, photoId: string): Promise<void> {
  const rows = await own.tx.sql<{ id: string }>(KEEPING, [photoId])
  if (!rows.length) return
  const albums = await own.tx.em.findBy(Album, { id: In(rows.map(({ id }) => id)) })
  for (const album of albums) await insertIntoAlbum(own, album, [photoId])
}
const KEEPING = prepared(`
  SELECT a.id FROM album_photos x JOIN albums a ON a.id = x.album_id
  WHERE x.photo_id = $1 AND (a.capture_order ->> 'keep')::boolean`)
