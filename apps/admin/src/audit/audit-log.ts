import type { Actor, AuditedAction, AuditDetails, Envelope } from '@daymark/contracts'
import { type Commit, preparedStatement } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { createHash } from 'node:crypto'

/** The hash that the first entry contains as the hash of its predecessor. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** A row of the table `audit` without its hash. The hash covers all of these columns. */
type AuditRow = {
  seq: number
  event_id: string
  service: string
  at: Date
  action: string
  actor_id: string | null
  actor_role: string
  actor_name: string | null
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  address: string | null
  details: AuditDetails
}
/** A row as pg returns it: bigint columns are text. */
export type StoredAuditRow = Omit<AuditRow, 'seq'> & { seq: string; hash: string }

export const AUDIT_COLUMNS = [
  ...(['seq', 'event_id', 'service', 'at', 'action', 'actor_id', 'actor_role', 'actor_name'] as const),
  ...(['target_kind', 'target_id', 'target_name', 'address', 'details'] as const),
]

export const parseStoredRow = ({ seq, ...row }: StoredAuditRow): AuditRow & { hash: string } => ({
  ...row,
  seq: Number(seq),
})

/**
 * Returns the SHA-256 of an entry and the hash of the previous entry, over a canonical form: a JSON list of the previous hash and the
 * columns in this order, with times in ISO 8601 and details as a list of pairs ordered by name. A change of this form would invalidate
 * every existing chain.
 */
export function hashEntry(entry: AuditRow, previousHash: string): string {
  const { seq, event_id, service, at, action, actor_id, actor_role, actor_name } = entry
  const { target_kind, target_id, target_name, address, details } = entry
  const sortedDetails = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const eventColumns = [seq, event_id, service, at.toISOString(), action, actor_id, actor_role, actor_name]
  const canonical = JSON.stringify([
    previousHash,
    ...eventColumns,
    target_kind,
    target_id,
    target_name,
    address,
    sortedDetails,
  ])
  return createHash('sha256').update(canonical).digest('hex')
}

type ChainEnd = { last_seq: string; last_hash: string; is_already_stored: boolean }

/** Reads the end of the chain and locks its row, so that only one process at a time appends an entry. */
const SELECT_CHAIN_END = preparedStatement(`
  SELECT last_seq, last_hash, EXISTS (SELECT 1 FROM audit WHERE event_id = $1) AS is_already_stored FROM audit_chain FOR UPDATE`)
const INSERT_ENTRY = preparedStatement(
  `INSERT INTO audit (${AUDIT_COLUMNS.join()}, hash) VALUES (${AUDIT_COLUMNS.map((_, n) => `$${n + 1}`).join()}, $${AUDIT_COLUMNS.length + 1})`,
)
const UPDATE_CHAIN_END = preparedStatement('UPDATE audit_chain SET last_seq = $1, last_hash = $2')

/** The audit log, which can only be appended to. The hash of each entry covers the hash of the previous entry. */
@Injectable()
export class AuditLog {
  /** Appends an event. A repeated delivery of the same event has no effect. */
  async append(event: Envelope<AuditedAction>, commit: Commit): Promise<void> {
    await commit(async tx => {
      const [chainEnd] = await tx.sql<ChainEnd>(SELECT_CHAIN_END, [event.id])
      if (!chainEnd) throw new Error('The row that records the end of the audit log is missing.')
      if (chainEnd.is_already_stored) return
      const entry = toAuditRow(event, Number(chainEnd.last_seq) + 1)
      const hash = hashEntry(entry, chainEnd.last_hash)
      tx.send(INSERT_ENTRY, [...AUDIT_COLUMNS.map(name => entry[name]), hash])
      tx.send(UPDATE_CHAIN_END, [entry.seq, hash])
    })
  }
}

function toAuditRow({ id, source, time, actor, data }: Envelope<AuditedAction>, seq: number): AuditRow {
  const { action, target, details = {} } = data
  const event = { seq, event_id: id, service: source, at: new Date(time), action, details }
  return { ...event, ...toActorColumns(actor), ...toTargetColumns(target) }
}
const toActorColumns = (actor: Actor | undefined) => ({
  actor_id: actor?.userId || null,
  actor_role: actor?.role ?? 'system',
  actor_name: actor?.name ?? null,
  address: actor?.address ?? null,
})
const toTargetColumns = (target: AuditedAction['target']) => ({
  target_kind: target?.kind ?? null,
  target_id: target?.id ?? null,
  target_name: target?.name ?? null,
})
