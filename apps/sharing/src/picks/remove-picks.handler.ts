import {
  act,
  errors,
  nextStamp,
  picksChanged,
  sharing,
  sharingAudited,
  type Actor,
  type Input,
} from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { linkTarget } from '../links/audited-link.ts'
import { ownLink } from '../visitors/own-link.ts'

const LOCK = 'SELECT name FROM pick_lists WHERE link_id = $1 AND id = $2 AND picking FOR UPDATE'
/** Whoever wrote comments as well goes on being known by her name. */
const EMPTY = `
  WITH emptied AS (
    UPDATE pick_lists SET picking = false, sent_at = NULL, revision = revision + 1
    WHERE id = $1 AND EXISTS (SELECT FROM comments c WHERE c.link_id = pick_lists.link_id AND c.visitor_id = pick_lists.id)
    RETURNING id
  ) SELECT (SELECT max(greatest(choice_at, note_at)) FROM picks WHERE list_id = id) AS latest FROM emptied`
/** Later than all that was said: pages of hers that are open learn it as they learn what another device says. */
const TAKE_BACK = `
  UPDATE picks SET choice = 'none', choice_at = $2, note = '', note_at = $2,
    revision = (SELECT revision FROM pick_lists WHERE id = $1) WHERE list_id = $1`
const REMOVE = ['DELETE FROM pick_lists WHERE id = $1', 'DELETE FROM picks WHERE list_id = $1']
/** As a device of hers. */
const OWNER = 'ownerown'

/** The list and all that is in it: at most as many rows as the gallery has photos. */
@Handles(sharing.removePicks)
export class RemovePicks implements Handler<typeof sharing.removePicks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ linkId, listId }: Input<typeof sharing.removePicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await ownLink(tx, linkId, actor)
      const [list] = await tx.sql<{ name: string }>(LOCK, [id, isId(listId) ? listId : null])
      if (!list) throw errors.PICK_LIST_NOT_FOUND()
      const [kept] = await tx.sql<{ latest: string | null }>(EMPTY, [listId])
      if (kept) void tx.sql(TAKE_BACK, [listId, nextStamp(kept.latest ?? '', this.clock.now().getTime(), OWNER)])
      else for (const sql of REMOVE) void tx.sql(sql, [listId])
      tx.emit(sharingAudited, ...act(actor, 'picks.removed', linkTarget({ id }, albumTitle), { visitor: list.name }))
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}
