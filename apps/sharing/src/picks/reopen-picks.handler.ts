import { act, errors, picksChanged, sharing, sharingAudited, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { linkTarget } from '../links/audited-link.ts'
import { ownLink } from '../visitors/own-link.ts'

@Handles(sharing.reopenPicks)
export class ReopenPicks implements Handler<typeof sharing.reopenPicks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async handle({ linkId, listId }: Input<typeof sharing.reopenPicks>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await ownLink(tx, linkId, actor)
      const [opened] = await tx.sql<{ name: string }>(
        `WITH opened AS (
           UPDATE pick_lists SET sent_at = NULL, changed_at = $3, revision = revision + 1
           WHERE link_id = $1 AND id = $2 RETURNING name
         ) SELECT name FROM opened`,
        [id, isId(listId) ? listId : null, this.clock.now()],
      )
      if (!opened) throw errors.PICK_LIST_NOT_FOUND()
      tx.emit(sharingAudited, ...act(actor, 'picks.reopened', linkTarget({ id }, albumTitle), { visitor: opened.name }))
      tx.emit(picksChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}
