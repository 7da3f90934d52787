import { errors, system } from '@daymark/contracts'
import { idOr, withDatabase, type Env } from '@daymark/platform'
import { Account } from '../accounts/account.entity.ts'
import { Album } from '../albums/album.entity.ts'
import { Photo } from './photo.entity.ts'
import { type FailedPhoto, retryFailed } from './retry-failed.ts'

/** `from` and `to` are times of the failure. */
export type Span = { from: Date; to: Date; ownerId?: string }

/**
 * For the operator, after a fault that failed photos of many: those that failed in that time are tried again. Answers how many.
 * A running service takes them at once; where none runs they wait for it.
 */
export function retrySpan(env: Env, { from, to, ownerId }: Span): Promise<number> {
  const owner = ownerId === undefined ? null : idOr(errors.NOT_FOUND, ownerId)
  return withDatabase(env, { service: 'library', entities: [Account, Album, Photo] }, async db => {
    const found = await db.sql<FailedPhoto>(
      `SELECT id, owner_id FROM photos WHERE status = 'failed' AND deleted_at IS NULL
       AND updated_at >= $1 AND updated_at <= $2 AND ($3::uuid IS NULL OR owner_id = $3) ORDER BY updated_at`,
      [from, to, owner],
    )
    return retryFailed(db, found, { actor: system, now: () => new Date() })
  })
}
