import { errors } from '@daymark/contracts'
import { idOr, idsOr, type Database, type Tx } from '@daymark/platform'
import type { EntityManager } from 'typeorm'
import { storable } from '../input.ts'
import { labelKey, Tag } from './tag.entity.ts'

/** Throws TAG_NOT_FOUND, also for a tag of another user. */
export async function findTag(em: EntityManager, id: string, ownerId: string): Promise<Tag> {
  const tag = await em.findOneBy(Tag, { id: idOr(errors.TAG_NOT_FOUND, id), ownerId })
  if (!tag) throw errors.TAG_NOT_FOUND()
  return tag
}

/** Finds the id of a tag by its label, ignoring case (rule 24). Null if there is none. */
export async function findTagId(reader: Database | Tx, ownerId: string, label: string): Promise<string | null> {
  const key = labelKey(storable(label).trim().replace(/\s+/g, ' '))
  const [row] = await reader.sql<{ id: string }>('SELECT id FROM tags WHERE owner_id = $1 AND label_key = $2', [
    ownerId,
    key,
  ])
  return row?.id ?? null
}

/** Returns the distinct ids. Throws TAG_NOT_FOUND unless each of them is a tag of this owner. */
export async function ownTagIds(reader: Database | Tx, ownerId: string, requested: string[]): Promise<string[]> {
  if (!requested.length) throw errors.INVALID_INPUT({ reason: 'Choose at least one tag.' })
  const ids = idsOr(errors.TAG_NOT_FOUND, requested)
  const found = await reader.sql('SELECT 1 FROM tags WHERE id = ANY($1::uuid[]) AND owner_id = $2', [ids, ownerId])
  if (found.length < ids.length) throw errors.TAG_NOT_FOUND()
  return ids
}
