import { providerEventReceived, type EventOf } from '@daymark/contracts'
import { Clock, Database, On, type Commit, type Subscriber, type Tx } from '@daymark/platform'
import { ProviderSubscriptions } from '../provider/provider-subscriptions.ts'
import { isDispute, isRefund } from './stripe-events.ts'
import { DisputeNotices } from './dispute-notices.ts'

type StoredEvent = { type: string; object_id: string }

/**
 * Processes a stored event of the payment provider by reading the current state of the affected objects. The event is retried while the
 * provider is unavailable.
 */
@On(providerEventReceived, { asJob: true })
export class HandleEvent implements Subscriber<typeof providerEventReceived> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly provider: ProviderSubscriptions,
    private readonly notices: DisputeNotices,
  ) {}

  async on({ data: { eventId, userId } }: EventOf<typeof providerEventReceived>, commit: Commit) {
    // without keys the provider cannot be queried; when keys are set again, the daily comparison applies the change
    if (!this.provider.isConfigured) return
    const [event] = await this.db.sql<StoredEvent>('SELECT type, object_id FROM provider_events WHERE id = $1', [
      eventId,
    ])
    if (!event) return
    const notice = await this.readNotice(event)
    if (userId !== null) await this.provider.sync(userId)
    await commit(async tx => {
      if (notice) await this.notices.store(tx, notice)
      this.markHandled(tx, eventId)
    })
    if (notice) this.notices.logNotice(notice)
  }

  private async readNotice({ type, object_id: id }: StoredEvent) {
    if (isRefund(type)) return this.notices.readRefund(id)
    return isDispute(type) ? this.notices.readDispute(id) : undefined
  }

  private markHandled(tx: Tx, eventId: string): void {
    tx.send('UPDATE provider_events SET handled_at = $2 WHERE id = $1', [eventId, this.clock.now()])
  }
}
