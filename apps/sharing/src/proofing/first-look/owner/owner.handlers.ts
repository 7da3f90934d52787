import { act, type Actor, errors, type Input, sharing, sharingAudited, waitingChanged } from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'
import { linkAuditTarget, findOwnLink } from '../../../links/own-links.ts'
import { waitingOf } from './waiting.ts'

@Handles(sharing.listWaiting)
export class ListWaiting implements Handler<typeof sharing.listWaiting> {
  constructor(private readonly db: Database) {}

  async handle({ linkId }: Input<typeof sharing.listWaiting>, actor: Actor) {
    const { id } = await findOwnLink(this.db, linkId, actor)
    return { waiting: await waitingOf(this.db, id) }
  }
}

const REMOVE = `
  WITH gone AS (DELETE FROM waiting_addresses WHERE link_id = $1 AND id = $2 RETURNING id) SELECT id FROM gone`

@Handles(sharing.removeWaiting)
export class RemoveWaiting implements Handler<typeof sharing.removeWaiting> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, waitingId }: Input<typeof sharing.removeWaiting>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await findOwnLink(tx, linkId, actor)
      const [gone] = await tx.sql(REMOVE, [id, isId(waitingId) ? waitingId : null])
      if (!gone) throw errors.WAITING_NOT_FOUND()
      tx.emit(sharingAudited, ...act(actor, 'waiting.removed', linkAuditTarget({ id }, albumTitle)))
      tx.emit(waitingChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}
