import { errors } from '@daymark/contracts'
import { idsOr } from '@daymark/platform'

/** The asked order first; members it leaves out keep their order behind it (rule 23). */
export function newOrder(members: string[], asked: string[]): string[] {
  const unknown = () => errors.INVALID_INPUT({ reason: 'order names a photo that is not in this album.' })
  const first = idsOr(unknown, asked)
  const known = new Set(members)
  if (!first.every(id => known.has(id))) throw unknown()
  const named = new Set(first)
  return [...first, ...members.filter(id => !named.has(id))]
}
