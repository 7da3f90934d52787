import { errors, picksChanged, sharing, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, isId, type Handler } from '@daymark/platform'
import { ownLink } from './own-link.ts'

/** The list and all that is in it: at most as many rows as the gallery has photos. */
@Handles(sharing.removePicks)
export class RemovePicks implements Handler<typeof sharing.removePicks> {
  private readonly db: Database
  constructor(db: Database) {
    this.db = db
  }

  async handle({ linkId, listId }: Input<typeof sharing.removePicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId } = await ownLink(tx, linkId, actor)
      const gone = await tx.sql(
        'WITH gone AS (DELETE FROM pick_lists WHERE link_id = $1 AND id = $2 RETURNING id) SELECT id FROM gone',
        [id, isId(listId) ? listId : null],
      )
      if (gone.length === 0) throw errors.PICK_LIST_NOT_FOUND()
      void tx.sql('DELETE FROM picks WHERE list_id = $1', [listId])
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}
