import { errors } from '@daymark/contracts'
import { type Database, idOr, idsOr, prepared, type Tx } from '@daymark/platform'
import { type EntityManager, IsNull } from 'typeorm'
import { Photo } from './photo.entity.ts'

/** Throws PHOTO_NOT_FOUND, also for a photo of another user and for a deleted photo. */
export async function findPhoto(em: EntityManager, id: string, ownerId: string): Promise<Photo> {
  const photo = await em.findOneBy(Photo, { id: idOr(errors.PHOTO_NOT_FOUND, id), ownerId, deletedAt: IsNull() })
  if (!photo) throw errors.PHOTO_NOT_FOUND()
  return photo
}

/** Returns the distinct ids. Throws PHOTO_NOT_FOUND unless each of them is a photo of this owner that is not deleted. */
export async function assertOwnPhotos(reader: Database | Tx, ownerId: string, given: string[]): Promise<string[]> {
  if (!given.length) throw errors.INVALID_INPUT({ reason: 'Choose at least one photo.' })
  const ids = idsOr(errors.PHOTO_NOT_FOUND, given)
  const found = await reader.sql(
    'SELECT 1 FROM photos WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL',
    [ids, ownerId],
  )
  if (found.length < ids.length) throw errors.PHOTO_NOT_FOUND()
  return ids
}

/** One query for both tables, as every upload runs it. Deleting a photo clears the keys of its files. */
const FIND_PHOTO_BY_KEY = prepared(`
  SELECT id FROM photos WHERE owner_id = $1 AND idempotency_key = $2 AND deleted_at IS NULL
  UNION ALL SELECT photo_id FROM photo_files WHERE owner_id = $1 AND idempotency_key = $2`)

/** The photo that an earlier attempt of the same upload created or whose file it replaced. Deleted photos do not count. */
export async function findPhotoByKey(
  db: Pick<Database | Tx, 'sql' | 'em'>,
  ownerId: string,
  key: string | undefined,
): Promise<Photo | null> {
  if (!key) return null
  const [found] = await db.sql<{ id: string }>(FIND_PHOTO_BY_KEY, [ownerId, key])
  return found ? db.em.findOneBy(Photo, { id: found.id, ownerId, deletedAt: IsNull() }) : null
}
