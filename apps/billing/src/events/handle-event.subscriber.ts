import { providerEventReceived, type EventOf } from '@daymark/contracts'
import { Clock, Database, On, type Commit, type Subscriber, type Tx } from '@daymark/platform'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { isDispute, isRefund } from './event-types.ts'
import { Notes } from './notes.ts'

type Kept = { type: string; object_id: string }

/** Reads the present state from the provider. The event waits while the provider is unavailable. */
@On(providerEventReceived, { asJob: true })
export class HandleEvent implements Subscriber<typeof providerEventReceived> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly provider: ProviderSubscriptions,
    private readonly notes: Notes,
  ) {}

  async on({ data: { eventId, userId } }: EventOf<typeof providerEventReceived>, commit: Commit) {
    // without keys the provider cannot be queried; the daily comparison applies the change once they are set again
    if (!this.provider.configured) return
    const [event] = await this.db.sql<Kept>('SELECT type, object_id FROM provider_events WHERE id = $1', [eventId])
    if (!event) return
    const note = await this.noteOf(event)
    if (userId !== null) await this.provider.read(userId)
    await commit(async tx => {
      if (note) await this.notes.keep(tx, note)
      this.done(tx, eventId)
    })
    if (note) this.notes.tell(note)
  }

  private async noteOf({ type, object_id: id }: Kept) {
    if (isRefund(type)) return this.notes.ofRefund(id)
    return isDispute(type) ? this.notes.ofDispute(id) : undefined
  }

  private done(tx: Tx, eventId: string): void {
    void tx.sql('UPDATE provider_events SET handled_at = $2 WHERE id = $1', [eventId, this.clock.now()])
  }
}
