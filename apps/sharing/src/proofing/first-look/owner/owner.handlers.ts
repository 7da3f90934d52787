import {
  act,
  type Actor,
  errors,
  type Input,
  sharing,
  sharingAudited,
  firstLookSubscribersChanged,
} from '@daymark/contracts'
import { Database, type Handler, Handles, isId } from '@daymark/platform'
import { linkTarget } from '../../../links/audited-link.ts'
import { ownLink } from '../../visitors/own-link.ts'
import { waitingOf } from './waiting.ts'

@Handles(sharing.listSubscribers)
export class ListSubscribers implements Handler<typeof sharing.listSubscribers> {
  constructor(private readonly db: Database) {}

  async handle({ linkId }: Input<typeof sharing.listSubscribers>, actor: Actor) {
    const { id } = await ownLink(this.db, linkId, actor)
    return { waiting: await waitingOf(this.db, id) }
  }
}

const REMOVE = `
  WITH gone AS (DELETE FROM first_look_subscribers WHERE link_id = $1 AND id = $2 RETURNING id) SELECT id FROM gone`

@Handles(sharing.removeSubscriber)
export class RemoveSubscriber implements Handler<typeof sharing.removeSubscriber> {
  constructor(private readonly db: Database) {}

  async handle({ linkId, subscriberId }: Input<typeof sharing.removeSubscriber>, actor: Actor) {
    return this.db.commit(async tx => {
      const { id, ownerId, albumId, albumTitle } = await ownLink(tx, linkId, actor)
      const [gone] = await tx.sql(REMOVE, [id, isId(subscriberId) ? subscriberId : null])
      if (!gone) throw errors.WAITING_NOT_FOUND()
      tx.emit(sharingAudited, ...act(actor, 'waiting.removed', linkTarget({ id }, albumTitle)))
      tx.emit(firstLookSubscribersChanged, id, { linkId: id, ownerId, albumId })
      return { success: true as const }
    })
  }
}
