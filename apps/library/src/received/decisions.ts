import type { Input, library } from '@daymark/contracts'
import { Clock, Database, isId } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { And, type FindOptionsWhere, In, LessThanOrEqual } from 'typeorm'
import { changeLibrary, type Library } from '../accounts/change-library.ts'
import type { Album } from '../albums/album.entity.ts'
import { findAlbum } from '../albums/find-album.ts'
import { tellReceived } from './received-events.ts'
import { ReceivedFile } from './received-file.entity.ts'

/** Whoever asked waits for the answer; what is left waits still. */
const LONGEST_MS = 2500
const BATCH = 200
type Asked = Input<typeof library.acceptReceived>
type Work = (own: Library, album: Album, files: ReceivedFile[]) => Promise<void>

/** What waits for an album, decided on some at a time: nobody else decides on the same ones meanwhile. */
@Injectable()
export class Decisions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async on(asked: Asked, ownerId: string, work: Work): Promise<{ decided: number; left: number }> {
    const until = performance.now() + LONGEST_MS
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
          tellReceived(own, album.id)
        }
        return { count: files.length, left: all - files.length }
      }),
    )
  }
}

/** Whoever decides on all of them means those that she has seen: ids follow each other as files came. */
function waiting({ ids, guestId, until }: Asked, { id: albumId, ownerId }: Album): FindOptionsWhere<ReceivedFile> {
  const which = [...(ids ? [In(ids.filter(isId))] : []), ...(until === undefined ? [] : [LessThanOrEqual(until)])]
  return {
    ...{ ownerId, albumId, state: 'waiting' as const },
    ...(which.length > 0 && { id: And(...which) }),
    ...(guestId !== undefined && { guestId: isId(guestId) ? guestId : In([]) }),
  }
}
