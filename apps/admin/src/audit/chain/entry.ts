import { createHash } from 'node:crypto'
import type { Details } from '@daymark/contracts'

/** What stands in the place of a hash before the first entry. */
export const BEGINNING = '0'.repeat(64)

/** As the table has it, all of it hashed. */
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
/** As Postgres answers it: it has no other way to say a bigint. */
export type EntryRow = Omit<Entry, 'seq'> & { seq: string; hash: string }

export const COLUMNS = [
  ...(['seq', 'event_id', 'service', 'at', 'action', 'actor_id', 'actor_role', 'actor_name'] as const),
  ...(['target_kind', 'target_id', 'target_name', 'address', 'details'] as const),
]

export const entryOf = ({ seq, ...row }: EntryRow): Entry & { hash: string } => ({ ...row, seq: Number(seq) })

/**
 * SHA-256 over the entry and the hash before it, written in one way only: a JSON list of the hash before and the columns in this
 * order, times in ISO 8601, details as a list of pairs ordered by their names. What is changed here breaks every chain there is.
 */
export function hashOf(entry: Entry, before: string): string {
  const { seq, event_id, service, at, action, actor_id, actor_role, actor_name } = entry
  const { target_kind, target_id, target_name, address, details } = entry
  const said = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const what = [seq, event_id, service, at.toISOString(), action, actor_id, actor_role, actor_name]
  const canonical = JSON.stringify([before, ...what, target_kind, target_id, target_name, address, said])
  return createHash('sha256').update(canonical).digest('hex')
}
