import { type Input, type library, photoPurged } from '@daymark/contracts'
import { Clock, Database, isId } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { And, type FindOptionsWhere, In, LessThanOrEqual } from 'typeorm'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/read-albums.ts'
import { notifyReceivedChanged } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** Limit of one call; files beyond it stay pending. */
const MAX_MS = 2500
const BATCH = 200
type Asked = Input<typeof library.acceptReceived>
type Work = (own: Library, album: Album, files: ReceivedFile[]) => Promise<void>

/** Accepts or declines the pending files of an album in batches. Locks the library, so no concurrent request decides on the same files. */
@Injectable()
export class ReceivedReview {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async decide(asked: Asked, ownerId: string, work: Work): Promise<{ decided: number; left: number }> {
    const until = performance.now() + MAX_MS
    let decided = 0
    for (;;) {
      const { count, left } = await this.some(asked, ownerId, work)
      decided += count
      if (left === 0 || performance.now() > until) return { decided, left }
    }
  }

  private some(asked: Asked, ownerId: string, work: Work) {
    return this.db.commit(tx =>
      changeLibrary(tx, ownerId, this.clock.now(), async own => {
        const album = await findAlbum(tx.em, asked.albumId, ownerId)
        const where = waiting(asked, album)
        const order = { createdAt: 'ASC', id: 'ASC' } as const
        const [files, all] = await tx.em.findAndCount(ReceivedFile, { where, order, take: BATCH })
        if (files.length > 0) {
          await work(own, album, files)
          notifyReceivedChanged(own, album.id)
        }
        return { count: files.length, left: all - files.length }
      }),
    )
  }
}

/** `until` limits a decision on all files to those that the owner has seen: ids are ordered by arrival. */
function waiting({ ids, guestId, until }: Asked, { id: albumId, ownerId }: Album): FindOptionsWhere<ReceivedFile> {
  const which = [...(ids ? [In(ids.filter(isId))] : []), ...(until === undefined ? [] : [LessThanOrEqual(until)])]
  return {
    ...{ ownerId, albumId, state: 'waiting' as const },
    ...(which.length > 0 && { id: And(...which) }),
    ...(guestId !== undefined && { guestId: isId(guestId) ? guestId : In([]) }),
  }
}

type Decided = Exclude<ReceivedFile['state'], 'waiting'>

/** Clears the metadata of a decided file. A guest can send a withdrawn file again. */
const CLEAR_FILE = `exif = '{}', variants = NULL, visitor_file = NULL, placeholder = NULL, idempotency_key = CASE WHEN $2 = 'withdrawn' THEN NULL ELSE idempotency_key END`

/** Records the decision. The rows stay as a record of what guests sent. */
export const decide = ({ tx }: Library, ids: string[], state: Decided) =>
  tx.sql(`UPDATE guest_uploads SET state = $2, ${CLEAR_FILE} WHERE id = ANY ($1::uuid[])`, [ids, state])

/** Deletes files permanently; media deletes their variants. */
export function dropFiles({ tx, account, ownerId }: Library, files: ReceivedFile[]): void {
  account.filesDropped(files)
  for (const { id: photoId, objectKey } of files) tx.emit(photoPurged, photoId, { photoId, ownerId, objectKey })
}
