import { randomUUID } from 'node:crypto'
import type { FailedObject } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'

export type Ended = FailedObject['reason'] | 'done'

/** Whoever died with a copy gives it to the others by not saying any more that it goes on. */
const LEASE = `interval '20 seconds'`
const RENEW_MS = 5000
/** For which its end is kept for whoever asked. */
const KEPT = `interval '1 minute'`

/** Ends are told once: the next one who asks the same wants it done again. */
const LOOK = `
  WITH told AS (DELETE FROM copy_leases WHERE id = ANY ($1) AND result IS NOT NULL RETURNING id, result, expires_at)
  SELECT id, result FROM told WHERE expires_at > now()
  UNION ALL SELECT id, NULL FROM copy_leases WHERE id = ANY ($1) AND result IS NULL AND expires_at > now()`
const NOTE = `
  INSERT INTO copy_leases (id, user_id, holder, expires_at) SELECT unnest($1::text[]), $2, $3, now() + ${LEASE}
  ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at, result = NULL`
const FORGET = `DELETE FROM copy_leases WHERE expires_at < now() - ${KEPT}`

/**
 * Calls go to whichever replica is free, and a large file takes longer than one: so that it is copied once, all of them see which are
 * under way, and any of them can tell how they ended.
 */
@Injectable()
export class UnderWay implements OnModuleDestroy {
  private readonly holder = randomUUID()
  private readonly held = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  constructor(private readonly db: Database) {}

  /** Of these, what a replica works on (null), and what one has done since somebody asked. */
  async of(ids: string[]): Promise<Map<string, Ended | null>> {
    if (ids.length === 0) return new Map()
    const rows = await this.db.commit(tx => tx.sql<{ id: string; result: Ended | null }>(LOOK, [ids]))
    return new Map(rows.map(({ id, result }) => [id, result]))
  }

  /** This replica works on them, until it says how they ended, or dies. */
  async note(userId: string, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await this.db.commit(async tx => {
      void tx.sql(FORGET)
      void tx.sql(NOTE, [ids, userId, this.holder])
    })
    for (const id of ids) this.held.add(id)
    this.timer ??= setInterval(() => void this.renew(), RENEW_MS).unref()
  }

  /** What is not told is done again: it costs time and harms nothing. */
  async end(id: string, result: Ended): Promise<void> {
    this.letGo(id)
    await this.change(`SET result = $3, expires_at = now() + ${KEPT} WHERE id = ANY ($2)`, [[id], result])
  }
  /** Whoever asked was told. */
  async forget(id: string): Promise<void> {
    this.letGo(id)
    const sql = 'DELETE FROM copy_leases WHERE holder = $1 AND id = $2'
    await this.db.commit(async tx => void tx.sql(sql, [this.holder, id]))
  }

  /** Others go on at once with what this process leaves. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    const left = [...this.held]
    if (left.length > 0) await this.change('SET expires_at = now() WHERE id = ANY ($2)', [left])
  }

  private renew(): Promise<void> {
    return this.change(`SET expires_at = now() + ${LEASE} WHERE id = ANY ($2)`, [[...this.held]])
  }

  private letGo(id: string): void {
    this.held.delete(id)
    if (this.held.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  /** A database that is away ends no copy. */
  private async change(what: string, params: unknown[]): Promise<void> {
    const sql = `UPDATE copy_leases ${what} AND holder = $1 AND result IS NULL`
    await this.db.commit(async tx => void tx.sql(sql, [this.holder, ...params])).catch(() => undefined)
  }
}
