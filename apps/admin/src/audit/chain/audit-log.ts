import type { Actor, AuditedAction, Envelope } from '@daymark/contracts'
import { type Commit, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { COLUMNS, type Entry, hashOf } from './entry.ts'

type End = { last_seq: string; last_hash: string; is_stored: boolean }

/** The lock on this row allows one writer at a time across all replicas. */
const END = prepared(`
  SELECT last_seq, last_hash, EXISTS (SELECT 1 FROM audit WHERE event_id = $1) AS is_stored FROM audit_chain FOR UPDATE`)
const INSERT = prepared(
  `INSERT INTO audit (${COLUMNS.join()}, hash) VALUES (${COLUMNS.map((_, n) => `$${n + 1}`).join()}, $${COLUMNS.length + 1})`,
)
const MOVE_END = prepared('UPDATE audit_chain SET last_seq = $1, last_hash = $2')

/** An append-only log. The hash of each entry covers the hash of the previous one. */
@Injectable()
export class AuditLog {
  /** Stores an event once, even if it is delivered again. */
  async append(event: Envelope<AuditedAction>, commit: Commit): Promise<void> {
    await commit(async tx => {
      const [end] = await tx.sql<End>(END, [event.id])
      if (!end) throw new Error('The row that records the end of the audit log is missing.')
      if (end.is_stored) return
      const entry = entryFrom(event, Number(end.last_seq) + 1)
      const hash = hashOf(entry, end.last_hash)
      void tx.sql(INSERT, [...COLUMNS.map(name => entry[name]), hash])
      void tx.sql(MOVE_END, [entry.seq, hash])
    })
  }
}

function entryFrom({ id, source, time, actor, data }: Envelope<AuditedAction>, seq: number): Entry {
  const { action, target, details = {} } = data
  const event = { seq, event_id: id, service: source, at: new Date(time), action, details }
  return { ...event, ...callerOf(actor), ...targetOf(target) }
}
const callerOf = (actor: Actor | undefined) => ({
  ...{ actor_id: actor?.userId || null, actor_role: actor?.role ?? 'system' },
  ...{ actor_name: actor?.name ?? null, address: actor?.address ?? null },
})
const targetOf = (target: AuditedAction['target']) => ({
  ...{ target_kind: target?.kind ?? null, target_id: target?.id ?? null, target_name: target?.name ?? null },
})
