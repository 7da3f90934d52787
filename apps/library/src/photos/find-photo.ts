import { errors } from '@daymark/contracts'
import { idOr, idsOr, type Database, type Tx } from '@daymark/platform'
import { IsNull, type EntityManager } from 'typeorm'
import { Photo } from './photo.entity.ts'

/** Ownership is in the query: someone else's photo, like a deleted one, is no photo. */
export async function findPhoto(em: EntityManager, id: string, ownerId: string): Promise<Photo> {
  const photo = await em.findOneBy(Photo, { id: idOr(errors.PHOTO_NOT_FOUND, id), ownerId, deletedAt: IsNull() })
  if (!photo) throw errors.PHOTO_NOT_FOUND()
  return photo
}

/** All of them or none: the ids, each once, if every one is a photo of this owner. */
export async function ownPhotoIds(reader: Database | Tx, ownerId: string, given: string[]): Promise<string[]> {
  if (!given.length) throw errors.INVALID_INPUT({ reason: 'Choose at least one photo.' })
  const ids = idsOr(errors.PHOTO_NOT_FOUND, given)
  const found = await reader.sql(
    'SELECT 1 FROM photos WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL',
    [ids, ownerId],
  )
  if (found.length < ids.length) throw errors.PHOTO_NOT_FOUND()
  return ids
}
