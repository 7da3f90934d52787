import { errors, type Actor } from '@daymark/contracts'
import { isId, type Tx } from '@daymark/platform'
import { Link } from './link.entity.ts'

/** The caller's own link, locked, so that the order of its events is the order of its changes. Somebody else's does not exist. */
export async function lockLink(tx: Tx, id: string, actor: Actor): Promise<{ link: Link; albumTitle: string }> {
  const link =
    isId(id) && isId(actor.userId)
      ? await tx.em.findOne(Link, { where: { id, ownerId: actor.userId }, lock: { mode: 'pessimistic_write' } })
      : null
  if (!link) throw errors.SHARE_NOT_FOUND()
  const [album] = await tx.sql<{ title: string }>('SELECT title FROM albums WHERE id = $1', [link.albumId])
  return { link, albumTitle: album?.title ?? '' }
}
