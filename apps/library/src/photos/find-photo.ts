import { errors } from '@daymark/contracts'
import { type Database, parseIdOrThrow, parseIdsOrThrow, preparedStatement, type Tx } from '@daymark/platform'
import { type EntityManager, IsNull } from 'typeorm'
import { Photo } from './photo.entity.ts'

/** Finds a photo of this owner. Throws PHOTO_NOT_FOUND if it does not exist, is deleted or belongs to another user. */
export async function findPhoto(em: EntityManager, id: string, ownerId: string): Promise<Photo> {
  const photo = await em.findOneBy(Photo, {
    id: parseIdOrThrow(errors.PHOTO_NOT_FOUND, id),
    ownerId,
    deletedAt: IsNull(),
  })
  if (!photo) throw errors.PHOTO_NOT_FOUND()
  return photo
}

/** Returns the distinct ids. Throws PHOTO_NOT_FOUND if one of them is not a photo of this owner or is deleted. */
export async function assertOwnPhotos(
  reader: Database | Tx,
  ownerId: string,
  requestedIds: string[],
): Promise<string[]> {
  if (!requestedIds.length) throw errors.INVALID_INPUT({ reason: 'Choose at least one photo.' })
  const ids = parseIdsOrThrow(errors.PHOTO_NOT_FOUND, requestedIds)
  const ownPhotos = await reader.sql(
    'SELECT 1 FROM photos WHERE id = ANY($1::uuid[]) AND owner_id = $2 AND deleted_at IS NULL',
    [ids, ownerId],
  )
  if (ownPhotos.length < ids.length) throw errors.PHOTO_NOT_FOUND()
  return ids
}

/**
 * Finds a photo by the idempotency key of its upload or of a replacement of its file. Keys in photo_files need no check for deletion,
 * because deleting a photo clears them.
 */
const FIND_PHOTO_BY_KEY = preparedStatement(`
  SELECT id FROM photos WHERE owner_id = $1 AND idempotency_key = $2 AND deleted_at IS NULL
  UNION ALL SELECT photo_id FROM photo_files WHERE owner_id = $1 AND idempotency_key = $2`)

/** Finds the photo that an earlier attempt of the same upload created, or whose file that attempt replaced. Ignores deleted photos. */
export async function findPhotoByKey(
  db: Pick<Database | Tx, 'sql' | 'em'>,
  ownerId: string,
  key: string | undefined,
): Promise<Photo | null> {
  if (!key) return null
  const [match] = await db.sql<{ id: string }>(FIND_PHOTO_BY_KEY, [ownerId, key])
  return match ? db.em.findOneBy(Photo, { id: match.id, ownerId, deletedAt: IsNull() }) : null
}
