import { randomUUID } from 'node:crypto'
import { type Actor, libraryAudited } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import { In, IsNull } from 'typeorm'
import { changeLibrary } from '../accounts/change-library.ts'
import { Photo } from './photo.entity.ts'
import { retryPhotos } from './photos.handlers.ts'

const BATCH = 200
export type FailedPhoto = { id: string; owner_id: string }

/**
 * For who runs the installation: photos of many, an owner and some of his photos in each commit. Answers how many; after `until`
 * no further commit is begun.
 */
export async function retryFailed(
  db: Database,
  found: FailedPhoto[],
  { actor, now, until = Infinity }: { actor: Actor; now: () => Date; until?: number },
): Promise<number> {
  let retried = 0
  for (const [owner, rows] of Map.groupBy(found, row => row.owner_id))
    for (let at = 0; at < rows.length && performance.now() < until; at += BATCH) {
      const ids = rows.slice(at, at + BATCH).map(({ id }) => id)
      retried += await db.commit(tx =>
        changeLibrary(tx, owner, now(), async own => {
          const photos = await tx.em.findBy(Photo, { id: In(ids), status: 'failed', deletedAt: IsNull() })
          retryPhotos(own, photos)
          if (photos.length > 0) tell(tx, owner, photos.length, actor)
          return photos.length
        }),
      )
    }
  return retried
}

function tell(tx: Tx, owner: string, count: number, actor: Actor): void {
  const target = { kind: 'user', id: owner, name: null }
  tx.emit(libraryAudited, randomUUID(), { action: 'photo.requeued', target, details: { count } }, actor)
}
