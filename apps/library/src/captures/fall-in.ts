import { insertByCaptureTime } from '@daymark/contracts'
import { prepared } from '@daymark/platform'
import { In } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { merged } from '../sections/parts.ts'
import { idsOf, saveOrder } from '../sections/save-order.ts'
import { readCaptured } from './read-captured.ts'

/** rule 139: photos that came into an album that keeps its order by time stand where they belong. */
export async function placeByTime(own: Library, album: Album, coming: readonly string[]): Promise<void> {
  if (!album.captureOrder?.keep) return
  const timed = await own.tx.sql<{ id: string }>(TIMED, [coming])
  if (!timed.length) return
  const photos = await readCaptured(own.tx, album.id)
  const before = merged(photos, album.sections)
  const { order, moved } = insertByCaptureTime(
    idsOf(before),
    photos,
    new Set(timed.map(({ id }) => id)),
    album.captureOrder.clocks,
  )
  if (order.some((id, at) => id !== before[at]?.id)) await saveOrder(own, album, { before, order, moved })
}

/** Those that are not processed yet are read for nothing otherwise: they come again when they are. */
const TIMED = prepared(`
  SELECT id FROM photos WHERE id = ANY($1::uuid[]) AND (capture ? 'time' OR (capture IS NULL AND exif ? 'dateTaken'))`)

/** Of a photo that was put into albums before anybody knew when it was taken. */
export async function placeProcessed(own: Library, photoId: string): Promise<void> {
  const rows = await own.tx.sql<{ id: string }>(KEEPING, [photoId])
  if (!rows.length) return
  const albums = await own.tx.em.findBy(Album, { id: In(rows.map(({ id }) => id)) })
  for (const album of albums) await placeByTime(own, album, [photoId])
}
const KEEPING = prepared(`
  SELECT a.id FROM album_photos x JOIN albums a ON a.id = x.album_id
  WHERE x.photo_id = $1 AND (a.capture_order ->> 'keep')::boolean`)
