import { entitlementOf, type Subscribed } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperConfig } from '../config.ts'
import { ApiPlan } from '../plans/api-plan.ts'
import { repeatable, TAKEN, type Taken } from './taken.ts'
import type { Head } from './turns.ts'

/** So much longer than an attempt may take does this process keep what it took: whoever dies gives it back by doing nothing. */
const LEASE_MORE_MS = 15_000
/** Of one webhook so many are looked at: the others wait behind those of the same object. */
const LOOKED_AT = 200

/** From webhook to webhook along the index: what it costs is how many have something waiting, not how much that is. */
const HEADS = `
  WITH RECURSIVE waiting AS (
    (SELECT webhook_id FROM deliveries WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM deliveries d WHERE d.status = 'pending' AND d.webhook_id > w.webhook_id
            ORDER BY d.webhook_id LIMIT 1)
    FROM waiting w WHERE w.webhook_id IS NOT NULL)
  SELECT w.id AS "webhookId", w.owner_id AS "ownerId", w.host, p.tier, p.status,
    p.storage_limit::float8 AS "storageLimit", p.end_date AS "endDate", p.past_due_since AS "pastDueSince"
  FROM waiting JOIN webhooks w ON w.id = waiting.webhook_id AND w.active JOIN plans p ON p.user_id = w.owner_id
  LEFT JOIN owners o ON o.user_id = w.owner_id,
  LATERAL (SELECT FROM deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.due_at <= $1 LIMIT 1) due
  WHERE o.may_act IS NOT FALSE`

/** Of one object the later is not taken before the first attempt of the earlier is over. */
const TAKE = `
  WITH next AS (
    SELECT due.id FROM unnest($1::uuid[], $2::int[]) AS wanted (webhook_id, most), LATERAL (
      SELECT c.id FROM (
        SELECT * FROM deliveries WHERE webhook_id = wanted.webhook_id AND status = 'pending' AND due_at <= $3
        ORDER BY due_at, seq LIMIT ${LOOKED_AT}) c
      WHERE c.attempts > 0 OR NOT EXISTS (
        SELECT FROM deliveries e WHERE e.webhook_id = c.webhook_id AND e.object_id = c.object_id AND e.seq < c.seq
          AND e.status = 'pending' AND e.attempts = 0)
      ORDER BY c.due_at, c.seq LIMIT wanted.most) due),
  locked AS (
    SELECT id, due_at FROM deliveries WHERE id IN (SELECT id FROM next) AND status = 'pending' AND due_at <= $3
    FOR UPDATE SKIP LOCKED)
  UPDATE deliveries d SET taken_at = $3, due_at = $4 FROM webhooks w, locked l
  WHERE d.id = l.id AND w.id = d.webhook_id
  RETURNING ${TAKEN}, l.due_at AS "dueAt"`

const WAITING = `SELECT count(*)::int AS rows FROM deliveries WHERE status = 'pending'`
const OLDEST = `
  SELECT coalesce(extract(epoch FROM $1 - min(d.due_at)) * 1000, 0)::float8 AS ms
  FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.active WHERE d.status = 'pending' AND d.due_at <= $1`

/** Deliveries that wait, in the database: what was taken by somebody who is gone comes back when its lease is over. */
@Injectable()
export class DeliveryQueue {
  private wakeUp: () => void = () => {}
  private soonest: Date | undefined
  private readonly leaseMs: number
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly plan: ApiPlan,
    { webhookTimeoutMs }: DeveloperConfig,
  ) {
    this.leaseMs = webhookTimeoutMs + LEASE_MORE_MS
  }

  /** Webhooks that have something to send now, whose owner may act and has a plan that includes it. */
  async heads(): Promise<Head[]> {
    const now = this.clock.now()
    const rows = await this.db.sql<Head & Subscribed>(HEADS, [now])
    return rows.filter(row => this.plan.isPartOf(entitlementOf(row, now)))
  }

  /** At most so many of each webhook. */
  async take(shares: Map<string, number>): Promise<Taken[]> {
    const { now, until } = this.lease()
    const taken = await this.db.commit(async tx => {
      repeatable(tx)
      return { rows: tx.sql<Taken>(TAKE, [[...shares.keys()], [...shares.values()], now, until]) }
    })
    return taken.rows
  }

  lease(): { now: Date; until: Date } {
    const now = this.clock.now()
    return { now, until: new Date(+now + this.leaseMs) }
  }

  /** For another process, at once. */
  async giveBack({ id, takenAt }: Taken): Promise<void> {
    await this.db.commit(tx =>
      tx.sql('UPDATE deliveries SET due_at = taken_at, taken_at = NULL WHERE id = $1 AND taken_at = $2', [id, takenAt]),
    )
  }

  /** Also those of paused webhooks and those that wait for their next attempt; and for how long the oldest could have gone. */
  async depth(): Promise<{ rows: number; oldestMs: number }> {
    const [[waiting], [oldest]] = await Promise.all([
      this.db.sql<{ rows: number }>(WAITING),
      this.db.sql<{ ms: number }>(OLDEST, [this.clock.now()]),
    ])
    return { rows: waiting?.rows ?? 0, oldestMs: oldest?.ms ?? 0 }
  }

  /** Whoever sends is told when this commit is there. */
  wakeAfter(tx: Tx): void {
    tx.afterCommit(() => this.wake())
  }
  wake(): void {
    this.wakeUp()
  }
  /** For the first of those that come; whoever sends looks from time to time by itself. */
  wakeAt(due: Date): void {
    if (this.soonest && this.soonest <= due) return
    this.soonest = due
    this.clock.after(+due - +this.clock.now(), () => {
      if (this.soonest === due) this.soonest = undefined
      this.wake()
    })
  }
  onWake(wake: () => void): void {
    this.wakeUp = wake
  }
}
