import { entitlementOf, type SubscriptionState } from '@daymark/contracts'
import {
  Batcher,
  Clock,
  Database,
  Every,
  type Job,
  type JobLimits,
  type JobRunner,
  type Lease,
  metrics,
  preparedStatement,
  Runs,
  singleFlight,
  TransientError,
} from '@daymark/platform'
import { ApiPlan } from '../plans/plans.handlers.ts'
import { DeliverySender } from './attempt.ts'
import { DeliveryJobs, deliverWebhook, TEST_EVENT } from './delivery-jobs.ts'
import { type WebhookDelivery, DELIVERY_COLUMNS_FOR_SENDING, OutcomeRecorder } from './outcomes.ts'

const SELECT_SENDABLE_DELIVERIES = preparedStatement(`
  SELECT ${DELIVERY_COLUMNS_FOR_SENDING}, p.tier, p.status, p.storage_limit::float8 AS "storageLimit", p.end_date AS "endDate",
    p.past_due_since AS "pastDueSince"
  FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN plans p ON p.user_id = w.owner_id
  LEFT JOIN user_access o ON o.user_id = w.owner_id
  WHERE d.id = ANY ($1::uuid[]) AND d.status = 'pending' AND (w.active OR d.type = '${TEST_EVENT}') AND o.may_act IS NOT FALSE`)
const DELIVERIES_PER_QUERY = 100

@Runs(deliverWebhook)
export class DeliverWebhook implements JobRunner<typeof deliverWebhook> {
  /** Limits of one process. `perGroup` applies to each receiving host. */
  readonly limits: JobLimits = { concurrency: 64, perGroup: 8, perAccount: 16 }
  private sendingCount = 0
  private readonly loader = new Batcher((ids: string[]) => this.loadAll(ids), DELIVERIES_PER_QUERY)

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plan: ApiPlan,
    private readonly sender: DeliverySender,
    private readonly outcomeRecorder: OutcomeRecorder,
    jobs: DeliveryJobs,
  ) {
    this.registerMetrics(jobs)
  }

  /** Sends a delivery. If it may not be sent now, it stays pending and is enqueued again later. */
  async run({ deliveryId }: { deliveryId: string }, lease: Lease): Promise<void> {
    const delivery = await this.loader.add(deliveryId)
    if (!delivery) return
    this.sendingCount++
    const outcome = await this.sender.send(delivery, lease.signal).finally(() => this.sendingCount--)
    if (lease.signal.aborted && outcome.response === null) throw new TransientError('The process is stopping.')
    lease.releaseSlot()
    await this.outcomeRecorder.record(delivery, outcome, lease)
  }

  private async loadAll(ids: string[]): Promise<(WebhookDelivery | undefined)[]> {
    const now = this.clock.now()
    const rows = await this.db.sql<WebhookDelivery & SubscriptionState>(SELECT_SENDABLE_DELIVERIES, [ids])
    const allowedDeliveries = new Map(
      rows.filter(row => this.plan.includesApi(entitlementOf(row, now))).map(row => [row.id, row]),
    )
    return ids.map(id => allowedDeliveries.get(id))
  }

  private registerMetrics(jobs: DeliveryJobs): void {
    const readDepth = singleFlight(() => jobs.readQueueDepth())
    const inFlight = { description: 'Deliveries that this process is sending' }
    metrics.gauge('daymark.developer.deliveries.in_flight', inFlight, () => this.sendingCount)
    const waiting = { description: 'Pending deliveries' }
    metrics.gauge('daymark.developer.deliveries.waiting', waiting, async () => (await readDepth()).rows)
    const age = { description: 'Time since the oldest pending delivery was due', unit: 's' as const }
    metrics.gauge('daymark.developer.deliveries.age', age, async () => (await readDepth()).ageSeconds)
  }
}

/**
 * Resumes deliveries of accounts whose plan changed because time passed, for example at the end of a grace period. No event announces such
 * a change.
 */
@Every('1m')
export class ResumeDeliveries implements Job {
  constructor(
    private readonly db: Database,
    private readonly jobs: DeliveryJobs,
  ) {}

  async run(): Promise<void> {
    for (const owner of await this.jobs.findOwnersWithPendingDeliveries())
      await this.db.commit(tx => this.jobs.resume(tx, owner))
  }
}
