import { createHash } from 'node:crypto'
import type { Details } from '@daymark/contracts'

/** The hash before the first entry. */
export const BEGINNING = '0'.repeat(64)

/** A row of the table. All columns are covered by the hash. */
export type Entry = {
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
  details: Details
}
/** pg returns bigint as text. */
export type EntryRow = Omit<Entry, 'seq'> & { seq: string; hash: string }

export const COLUMNS = [
  ...(['seq', 'event_id', 'service', 'at', 'action', 'actor_id', 'actor_role', 'actor_name'] as const),
  ...(['target_kind', 'target_id', 'target_name', 'address', 'details'] as const),
]

export const entryOf = ({ seq, ...row }: EntryRow): Entry & { hash: string } => ({ ...row, seq: Number(seq) })

/**
 * SHA-256 over a canonical form of the entry and the previous hash: a JSON list of the previous hash and the columns in this order,
 * times in ISO 8601, details as a list of pairs ordered by name. A change here invalidates every existing chain.
 */
export function hashOf(entry: Entry, before: string): string {
  const { seq, event_id, service, at, action, actor_id, actor_role, actor_name } = entry
  const { target_kind, target_id, target_name, address, details } = entry
  const sortedDetails = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const event = [seq, event_id, service, at.toISOString(), action, actor_id, actor_role, actor_name]
  const canonical = JSON.stringify([before, ...event, target_kind, target_id, target_name, address, sortedDetails])
  return createHash('sha256').update(canonical).digest('hex')
}
