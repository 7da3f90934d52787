import type { ChainProgress } from '@daymark/contracts'
import type { Database } from '@daymark/platform'
import { BEGINNING, COLUMNS, type EntryRow, entryOf, hashOf } from './entry.ts'

/** `brokenAt`: the first entry that was changed or is missing. `isComplete`: the end of the chain was reached. */
export type ChainVerification = { progress: ChainProgress; brokenAt: number | null; isComplete: boolean }
export const NO_PROGRESS: ChainProgress = { seq: 0, hash: BEGINNING, first: null, entries: 0 }

type Ends = {
  before_seq: string
  before_hash: string
  last_seq: string
  last_hash: string
  checkpoint_seq: string | null
}
type Row = Ends & EntryRow & { checkpoint_hash: string | null }

const AT_ONCE = 5000
/** One statement, so that ends and entries belong to one snapshot while others write and delete. */
const PAGE = `
  SELECT e.before_seq, e.before_hash, e.last_seq, e.last_hash, (SELECT max(seq) FROM audit_checkpoints) AS checkpoint_seq,
    a.*, c.hash AS checkpoint_hash
  FROM audit_chain e
  LEFT JOIN LATERAL (
    SELECT ${COLUMNS.join()}, hash FROM audit WHERE seq > greatest($1, e.before_seq) ORDER BY seq LIMIT ${AT_ONCE}) a ON true
  LEFT JOIN audit_checkpoints c ON c.seq = a.seq
  ORDER BY a.seq`

/** Verifies the next entries of the chain against their hashes, against published checkpoints, and finally against its end. */
export async function verifyNextEntries(db: Pick<Database, 'sql'>, before: ChainProgress): Promise<ChainVerification> {
  const rows = await db.sql<Row>(PAGE, [before.seq])
  const [ends] = rows
  // without that row the beginning and end of the log are unknown
  if (!ends) return { progress: before, brokenAt: before.seq + 1, isComplete: true }
  const progress = startOf(before, ends)
  const entries = rows.filter(row => row.seq !== null)
  for (const row of entries) {
    if (!follows(row, progress)) return { progress, brokenAt: progress.seq + 1, isComplete: true }
    progress.seq += 1
    progress.hash = row.hash
    progress.entries += 1
    progress.first ??= progress.seq
  }
  if (entries.length === AT_ONCE) return { progress, brokenAt: null, isComplete: false }
  return { progress, brokenAt: isEnd(progress, ends) ? null : progress.seq + 1, isComplete: true }
}

/** Expired entries are no gap: the chain begins after them. */
const startOf = (progress: ChainProgress, { before_seq, before_hash }: Ends): ChainProgress =>
  progress.seq > Number(before_seq) ? { ...progress } : { ...progress, seq: Number(before_seq), hash: before_hash }

function follows(row: Row, { seq, hash }: ChainProgress): boolean {
  const entry = entryOf(row)
  return entry.seq === seq + 1 && hashOf(entry, hash) === row.hash && (row.checkpoint_hash ?? row.hash) === row.hash
}

const isEnd = ({ seq, hash }: ChainProgress, { last_seq, last_hash, checkpoint_seq }: Ends): boolean =>
  seq === Number(last_seq) && hash === last_hash && Number(checkpoint_seq ?? 0) <= seq
