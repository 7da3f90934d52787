import { randomUUID } from 'node:crypto'
import type { FailedObject } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'

export type CopyOutcome = FailedObject['reason'] | 'done'

/** Duration of a lease. The leases of a crashed replica expire, and another replica repeats the copies. */
const LEASE_DURATION = `interval '20 seconds'`
const LEASE_RENEWAL_MS = 5000
/** How long the outcome of a copy is stored for the caller. */
const OUTCOME_LIFETIME = `interval '1 minute'`

/**
 * SQL that finds running and finished copies. Deletes each outcome that it returns, so that a later request for the same object starts a
 * new copy.
 */
const FIND_LEASES = `
  WITH finished AS (DELETE FROM copy_leases WHERE id = ANY ($1) AND result IS NOT NULL RETURNING id, result, expires_at)
  SELECT id, result FROM finished WHERE expires_at > now()
  UNION ALL SELECT id, NULL FROM copy_leases WHERE id = ANY ($1) AND result IS NULL AND expires_at > now()`
const UPSERT_LEASES = `
  INSERT INTO copy_leases (id, user_id, holder, expires_at) SELECT unnest($1::text[]), $2, $3, now() + ${LEASE_DURATION}
  ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at, result = NULL`
const DELETE_EXPIRED_LEASES = `DELETE FROM copy_leases WHERE expires_at < now() - ${OUTCOME_LIFETIME}`

/**
 * Leases of running copies, shared by all replicas. The copy of a large object takes longer than one call; if another replica receives the
 * next call, it finds the lease or the outcome here.
 */
@Injectable()
export class CopyLeases implements OnModuleDestroy {
  private readonly holder = randomUUID()
  private readonly leasedIds = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  constructor(private readonly db: Database) {}

  /**
   * Returns, by copy id, null for each copy that a replica is running, and the outcome of each copy that has finished since the last call.
   */
  async find(ids: string[]): Promise<Map<string, CopyOutcome | null>> {
    if (ids.length === 0) return new Map()
    const rows = await this.db.commit(tx => tx.sql<{ id: string; result: CopyOutcome | null }>(FIND_LEASES, [ids]))
    return new Map(rows.map(({ id, result }) => [id, result]))
  }

  /** Leases copies for this replica until `saveOutcome` or `release` is called. */
  async acquire(userId: string, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await this.db.commit(async tx => {
      tx.send(DELETE_EXPIRED_LEASES)
      tx.send(UPSERT_LEASES, [ids, userId, this.holder])
    })
    for (const id of ids) this.leasedIds.add(id)
    this.timer ??= setInterval(() => void this.renew(), LEASE_RENEWAL_MS).unref()
  }

  /** Stores the outcome of a copy for the next call. If the database fails, that call repeats the copy. */
  async saveOutcome(id: string, outcome: CopyOutcome): Promise<void> {
    this.stopRenewing(id)
    await this.updateRunning(`SET result = $3, expires_at = now() + ${OUTCOME_LIFETIME} WHERE id = ANY ($2)`, [
      [id],
      outcome,
    ])
  }
  /** Deletes the lease of a copy whose outcome the caller has received. */
  async release(id: string): Promise<void> {
    this.stopRenewing(id)
    const sql = 'DELETE FROM copy_leases WHERE holder = $1 AND id = $2'
    await this.db.commit(async tx => tx.send(sql, [this.holder, id]))
  }

  /** Lets the leases of this replica expire, so that other replicas can continue the copies immediately. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    const remainingIds = [...this.leasedIds]
    if (remainingIds.length > 0) await this.updateRunning('SET expires_at = now() WHERE id = ANY ($2)', [remainingIds])
  }

  private renew(): Promise<void> {
    return this.updateRunning(`SET expires_at = now() + ${LEASE_DURATION} WHERE id = ANY ($2)`, [[...this.leasedIds]])
  }

  private stopRenewing(id: string): void {
    this.leasedIds.delete(id)
    if (this.leasedIds.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  /** Changes leases of this replica. Ignores database errors, because they must not abort a copy. */
  private async updateRunning(assignments: string, params: unknown[]): Promise<void> {
    const sql = `UPDATE copy_leases ${assignments} AND holder = $1 AND result IS NULL`
    await this.db.commit(async tx => tx.send(sql, [this.holder, ...params])).catch(() => undefined)
  }
}
