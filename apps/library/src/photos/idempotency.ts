import { IsNull, type EntityManager } from 'typeorm'
import { Photo } from './photo.entity.ts'

/** One question for both, as every upload asks; the key of a deleted photo's file is forgotten with its deletion. */
const BY_KEY = `
  SELECT id FROM photos WHERE owner_id = $1 AND idempotency_key = $2 AND deleted_at IS NULL
  UNION ALL SELECT photo_id FROM photo_files WHERE owner_id = $1 AND idempotency_key = $2`

/** The photo an earlier try of the same upload made, or whose file it was to replace. A deleted one frees its key. */
export async function findByKey(em: EntityManager, ownerId: string, key: string | undefined): Promise<Photo | null> {
  if (!key) return null
  const [found] = await em.query<{ id: string }[]>(BY_KEY, [ownerId, key])
  return found ? em.findOneBy(Photo, { id: found.id, ownerId, deletedAt: IsNull() }) : null
}
