import { randomUUID } from 'node:crypto'
import type { FailedObject } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'

export type CopyOutcome = FailedObject['reason'] | 'done'

/** The lease of a replica that died expires, and another replica repeats the copy. */
const LEASE = `interval '20 seconds'`
const RENEW_MS = 5000
/** How long an outcome is stored for the caller. */
const OUTCOME_LIFETIME = `interval '1 minute'`

/** Returns each outcome once: a later request for the same object starts a new copy. */
const FIND = `
  WITH finished AS (DELETE FROM copy_leases WHERE id = ANY ($1) AND result IS NOT NULL RETURNING id, result, expires_at)
  SELECT id, result FROM finished WHERE expires_at > now()
  UNION ALL SELECT id, NULL FROM copy_leases WHERE id = ANY ($1) AND result IS NULL AND expires_at > now()`
const TAKE = `
  INSERT INTO copy_leases (id, user_id, holder, expires_at) SELECT unnest($1::text[]), $2, $3, now() + ${LEASE}
  ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at, result = NULL`
const DELETE_EXPIRED = `DELETE FROM copy_leases WHERE expires_at < now() - ${OUTCOME_LIFETIME}`

/**
 * Leases of running copies, shared by all replicas. A large copy outlasts the call that requested it, and any replica may receive the
 * repeated call: it finds the lease and the outcome here, so that the object is copied once.
 */
@Injectable()
export class CopyLeases implements OnModuleDestroy {
  private readonly holder = randomUUID()
  private readonly leased = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  constructor(private readonly db: Database) {}

  /** Returns those of the copies `ids` that a replica runs (null) or has finished since the last call. */
  async find(ids: string[]): Promise<Map<string, CopyOutcome | null>> {
    if (ids.length === 0) return new Map()
    const rows = await this.db.commit(tx => tx.sql<{ id: string; result: CopyOutcome | null }>(FIND, [ids]))
    return new Map(rows.map(({ id, result }) => [id, result]))
  }

  /** Leases copies for this replica until `end`. */
  async take(userId: string, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await this.db.commit(async tx => {
      void tx.sql(DELETE_EXPIRED)
      void tx.sql(TAKE, [ids, userId, this.holder])
    })
    for (const id of ids) this.leased.add(id)
    this.timer ??= setInterval(() => void this.renew(), RENEW_MS).unref()
  }

  /** Stores the outcome. If that fails the copy is repeated, which is harmless. */
  async end(id: string, outcome: CopyOutcome): Promise<void> {
    this.stopRenewing(id)
    await this.change(`SET result = $3, expires_at = now() + ${OUTCOME_LIFETIME} WHERE id = ANY ($2)`, [[id], outcome])
  }
  /** Deletes the lease of a copy whose outcome the caller has received. */
  async release(id: string): Promise<void> {
    this.stopRenewing(id)
    const sql = 'DELETE FROM copy_leases WHERE holder = $1 AND id = $2'
    await this.db.commit(async tx => void tx.sql(sql, [this.holder, id]))
  }

  /** Expires the leases, so that other replicas take over at once. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    const left = [...this.leased]
    if (left.length > 0) await this.change('SET expires_at = now() WHERE id = ANY ($2)', [left])
  }

  private renew(): Promise<void> {
    return this.change(`SET expires_at = now() + ${LEASE} WHERE id = ANY ($2)`, [[...this.leased]])
  }

  private stopRenewing(id: string): void {
    this.leased.delete(id)
    if (this.leased.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  /** Ignores database errors, which must not abort a copy. */
  private async change(what: string, params: unknown[]): Promise<void> {
    const sql = `UPDATE copy_leases ${what} AND holder = $1 AND result IS NULL`
    await this.db.commit(async tx => void tx.sql(sql, [this.holder, ...params])).catch(() => undefined)
  }
}
