import { visibleText } from '@daymark/contracts'
import { Any } from 'typeorm'
import type { Library } from '../accounts/change-library.ts'
import { Tag } from './tag.entity.ts'

/** The ids of the tags with these labels; those that do not exist yet are made. Blank labels are ignored (L-VAL-02). */
export async function ensureTags({ tx, ownerId, now, marks }: Library, labels: string[]): Promise<string[]> {
  const asked = labels.filter(label => visibleText(label)).map(label => Tag.create(ownerId, label, now))
  const byKey = new Map(asked.toReversed().map(tag => [tag.labelKey, tag]))
  const existing = await tx.em.findBy(Tag, { ownerId, labelKey: Any([...byKey.keys()]) })
  for (const tag of existing) byKey.delete(tag.labelKey)
  const fresh = [...byKey.values()]
  if (fresh.length) {
    await tx.em.insert(Tag, fresh)
    marks.add('tags')
  }
  return [...existing, ...fresh].map(tag => tag.id)
}
