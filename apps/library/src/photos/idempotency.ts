import { IsNull, type EntityManager } from 'typeorm'
import { Photo } from './photo.entity.ts'

/** The photo an earlier try of the same upload made. A deleted one frees its key. */
export async function findByKey(em: EntityManager, ownerId: string, key: string | undefined): Promise<Photo | null> {
  if (!key) return null
  return em.findOneBy(Photo, { ownerId, idempotencyKey: key, deletedAt: IsNull() })
}
