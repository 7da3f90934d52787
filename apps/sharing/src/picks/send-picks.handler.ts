import { errors, pickProblem, picksChanged, picksSubmitted, sharing, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, type Handler } from '@daymark/platform'
import { VisitMails } from '../mail/visits/visit-mails.ts'
import { countsOf, ownList } from './own-list.ts'
import { lockList, PickAccess } from './pick-access.ts'

/** Sent twice is sent once. */
@Handles(sharing.sendPicks)
export class SendPicks implements Handler<typeof sharing.sendPicks> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: PickAccess,
    private readonly visits: VisitMails,
  ) {}

  async handle({ key, since, visitorId, ...proof }: Input<typeof sharing.sendPicks>, actor: Actor) {
    const link = await this.access.enter(proof)
    return this.db.commit(async tx => {
      const list = await lockList(tx, link, key)
      if (list.sentAt) return ownList(tx, list, since)
      const counts = await countsOf(tx, link, list.id)
      const reason = pickProblem(counts.picked, link.picks)
      if (reason) throw errors.PICKS_INCOMPLETE({ reason })
      const [now, revision] = [this.clock.now(), list.revision + 1]
      void tx.sql('UPDATE pick_lists SET sent_at = $2, changed_at = $2, revision = $3, picking = true WHERE id = $1', [
        ...[list.id, now, revision],
      ])
      const of = { linkId: link.id, ownerId: link.ownerId, albumId: link.albumId }
      tx.emit(picksChanged, link.id, of)
      const told = { ...of, listId: list.id, name: list.name, ...counts, submittedAt: now.toISOString() }
      tx.emit(picksSubmitted, link.id, told)
      const did = {
        visitorId,
        listId: list.id,
        occasion: `${list.id} ${revision}`,
        data: { listId: list.id },
        since: now,
      }
      if (actor.userId !== link.ownerId) await this.visits.did(tx, link, 'picks_sent', did)
      return ownList(tx, { ...list, sentAt: now, revision }, since)
    })
  }
}
