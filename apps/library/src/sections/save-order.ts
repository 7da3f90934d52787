import { type AlbumSection, albumUpdated, errors } from '@daymark/contracts'
import { Logger, PlatformConfig, type Tx, withTimeout } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { LockedLibrary } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { recordAlbumChange } from '../albums/change-album.ts'
import { mergeHeadings, type OrderedItem } from './album-order.ts'
import { computePositions } from './positions.ts'

/** Share of the RPC timeout after which the caller receives STILL_WORKING. The remaining time is for the transport of the response. */
const RPC_TIMEOUT_SHARE = 0.75

/**
 * Limits how long a caller waits until an order is saved. An order is saved in one transaction, which takes longer than the RPC timeout if
 * tens of thousands of photos move.
 */
@Injectable()
export class OrderDeadline {
  constructor(
    private readonly platform: PlatformConfig,
    private readonly log: Logger,
  ) {}

  /** Returns the result of `work`. Rejects with STILL_WORKING shortly before the RPC timeout; the work continues. */
  async enforce<T>(albumId: string, work: Promise<T>): Promise<T> {
    let isLate = false
    // the caller received STILL_WORKING and is not notified of this error
    work.catch(err => isLate && this.log.error({ err, event: 'library.order-not-saved', albumId }))
    return withTimeout(work, this.platform.rpcTimeoutMs * RPC_TIMEOUT_SHARE, () => {
      isLate = true
      return errors.STILL_WORKING()
    })
  }
}

export const headingIdsOf = (album: Album): Set<string> => new Set(album.sections.map(({ id }) => id))
export const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)

/** Reads the photos and headings of an album in their order. */
export async function readOrder(tx: Tx, album: Album): Promise<OrderedItem[]> {
  const photos = await tx.sql<OrderedItem>(
    'SELECT photo_id AS id, position FROM album_photos WHERE album_id = $1 ORDER BY position, photo_id',
    [album.id],
  )
  return mergeHeadings(photos, album.sections)
}

/** `before`: the items with their present positions; `order`: all ids in the new order; `moved`: ids of the items that changed places. */
type NewOrder = { before: OrderedItem[]; order: readonly string[]; moved: Iterable<string> }

/** Saves the positions of photos and headings (`sections`) for a new order. One statement writes all photos whose position changed. */
export async function saveOrder(
  lockedLibrary: LockedLibrary,
  album: Album,
  { before, order, moved }: NewOrder,
  sections = album.sections,
) {
  const positions = computePositions(order, before, new Set(moved))
  const headings = new Set(idsOf(sections))
  const photoPositions = before
    .filter(({ id, position }) => !headings.has(id) && positions.get(id) !== position)
    .map(({ id }) => ({ photoId: id, position: positions.get(id) ?? 0 }))
  await lockedLibrary.tx.sql(
    `UPDATE album_photos m SET position = new.position
     FROM unnest($2::uuid[], $3::float8[]) AS new(id, position) WHERE m.album_id = $1 AND m.photo_id = new.id`,
    [album.id, photoPositions.map(({ photoId }) => photoId), photoPositions.map(({ position }) => position)],
  )
  await recordAlbumChange(lockedLibrary, album, { placed: photoPositions })
  await saveSections(
    lockedLibrary,
    album,
    sections.map(section => ({ ...section, position: positions.get(section.id) ?? section.position })),
  )
}

/** Saves the headings in their order and publishes the album if they changed. */
export async function saveSections(
  lockedLibrary: LockedLibrary,
  album: Album,
  sections: AlbumSection[],
): Promise<void> {
  const sorted = sections.sort((a, b) => a.position - b.position)
  if (JSON.stringify(sorted) === JSON.stringify(album.sections)) return
  album.setSections(sorted, lockedLibrary.now)
  lockedLibrary.tx.emit(albumUpdated, album.id, album.toState())
  await lockedLibrary.tx.em.update(Album, album.id, album)
}
