import { errors } from '@daymark/contracts'
import { idOr, withDatabase, type Env } from '@daymark/platform'
import { In, IsNull } from 'typeorm'
import { Account } from '../accounts/account.entity.ts'
import { changeLibrary } from '../accounts/change-library.ts'
import { Album } from '../albums/album.entity.ts'
import { Photo } from './photo.entity.ts'
import { retryPhotos } from './retry-photos.handler.ts'

const BATCH = 200
/** `from` and `to` are times of the failure. */
export type Span = { from: Date; to: Date; ownerId?: string }

/**
 * For the operator, after a fault that failed photos of many: those that failed in that time are tried again. Answers how many.
 * A running service takes them at once; where none runs they wait for it.
 */
export function retrySpan(env: Env, { from, to, ownerId }: Span): Promise<number> {
  const owner = ownerId === undefined ? null : idOr(errors.NOT_FOUND, ownerId)
  return withDatabase(env, { service: 'library', entities: [Account, Album, Photo] }, async db => {
    const found = await db.sql<{ id: string; owner_id: string }>(
      `SELECT id, owner_id FROM photos WHERE status = 'failed' AND deleted_at IS NULL
       AND updated_at >= $1 AND updated_at <= $2 AND ($3::uuid IS NULL OR owner_id = $3) ORDER BY updated_at`,
      [from, to, owner],
    )
    let retried = 0
    for (const [of, rows] of Map.groupBy(found, row => row.owner_id))
      for (let at = 0; at < rows.length; at += BATCH)
        retried += await db.commit(tx =>
          changeLibrary(tx, of, new Date(), async own => {
            const ids = rows.slice(at, at + BATCH).map(({ id }) => id)
            const photos = await tx.em.findBy(Photo, { id: In(ids), status: 'failed', deletedAt: IsNull() })
            retryPhotos(own, photos)
            return photos.length
          }),
        )
    return retried
  })
}
