import type { ChainProgress } from '@daymark/contracts'
import { type Database, type Env, withDatabase } from '@daymark/platform'
import { AUDIT_COLUMNS, FIRST_PREVIOUS_HASH, hashEntry, parseStoredRow, type StoredAuditRow } from './audit-log.ts'

/** `brokenAt`: the first entry that was changed or is missing. `isComplete`: the end of the chain was reached. */
type ChainVerification = { progress: ChainProgress; brokenAt: number | null; isComplete: boolean }
export const CHAIN_START: ChainProgress = { seq: 0, hash: FIRST_PREVIOUS_HASH, first: null, entries: 0 }

type ChainEnds = {
  before_seq: string
  before_hash: string
  last_seq: string
  last_hash: string
  checkpoint_seq: string | null
}
type ChainRow = ChainEnds & StoredAuditRow & { checkpoint_hash: string | null }

const ENTRIES_PER_PAGE = 5000
/** A single statement, so that the ends of the chain and the entries belong to the same snapshot. */
const SELECT_PAGE = `
  SELECT e.before_seq, e.before_hash, e.last_seq, e.last_hash, (SELECT max(seq) FROM audit_checkpoints) AS checkpoint_seq,
    a.*, c.hash AS checkpoint_hash
  FROM audit_chain e
  LEFT JOIN LATERAL (
    SELECT ${AUDIT_COLUMNS.join()}, hash FROM audit WHERE seq > greatest($1, e.before_seq) ORDER BY seq LIMIT ${ENTRIES_PER_PAGE}) a ON true
  LEFT JOIN audit_checkpoints c ON c.seq = a.seq
  ORDER BY a.seq`

/** Verifies the next entries of the chain against their hashes and, at the end, against the stored end of the chain. */
export async function verifyNextEntries(
  db: Pick<Database, 'sql'>,
  previous: ChainProgress,
): Promise<ChainVerification> {
  const rows = await db.sql<ChainRow>(SELECT_PAGE, [previous.seq])
  const [ends] = rows
  // Without the row in audit_chain, the beginning and the end of the chain are unknown.
  if (!ends) return { progress: previous, brokenAt: previous.seq + 1, isComplete: true }
  const progress = skipExpiredEntries(previous, ends)
  const entries = rows.filter(row => row.seq !== null)
  for (const row of entries) {
    if (!isNextEntry(row, progress)) return { progress, brokenAt: progress.seq + 1, isComplete: true }
    progress.seq += 1
    progress.hash = row.hash
    progress.entries += 1
    progress.first ??= progress.seq
  }
  if (entries.length === ENTRIES_PER_PAGE) return { progress, brokenAt: null, isComplete: false }
  return { progress, brokenAt: isChainEnd(progress, ends) ? null : progress.seq + 1, isComplete: true }
}

/**
 * Continues at the first existing entry if the verification is before it, because deleted expired entries do not count as a gap.
 */
const skipExpiredEntries = (progress: ChainProgress, { before_seq, before_hash }: ChainEnds): ChainProgress =>
  progress.seq > Number(before_seq) ? { ...progress } : { ...progress, seq: Number(before_seq), hash: before_hash }

function isNextEntry(row: ChainRow, { seq, hash }: ChainProgress): boolean {
  const entry = parseStoredRow(row)
  return entry.seq === seq + 1 && hashEntry(entry, hash) === row.hash && (row.checkpoint_hash ?? row.hash) === row.hash
}

const isChainEnd = ({ seq, hash }: ChainProgress, { last_seq, last_hash, checkpoint_seq }: ChainEnds): boolean =>
  seq === Number(last_seq) && hash === last_hash && Number(checkpoint_seq ?? 0) <= seq

/** Sequence number and hash of an entry, published in a log line or a metric when the entry was the last one. */
export type Checkpoint = { seq: number; hash: string }
export type AuditVerification = ChainVerification & { missingCheckpoints: Checkpoint[] }

/**
 * Verifies the whole chain from the command line, also while services write. `missingCheckpoints`: checkpoints that are not in the chain.
 * They prove that someone with the database rights of the service rewrote entries.
 */
export function verifyAudit(env: Env, checkpoints: Checkpoint[] = []): Promise<AuditVerification> {
  return withDatabase(env, { service: 'admin' }, async db => {
    const missingCheckpoints: Checkpoint[] = []
    for (const checkpoint of checkpoints) {
      const [row] = await db.sql<{ is_in_chain: boolean }>(SELECT_IS_IN_CHAIN, [checkpoint.seq, checkpoint.hash])
      if (!row?.is_in_chain) missingCheckpoints.push(checkpoint)
    }
    let state: ChainVerification = await verifyNextEntries(db, CHAIN_START)
    while (!state.isComplete) state = await verifyNextEntries(db, state.progress)
    return { ...state, missingCheckpoints }
  })
}

/** A checkpoint of an expired entry counts as present. */
const SELECT_IS_IN_CHAIN = `
  SELECT $1 < e.before_seq OR ($1 = e.before_seq AND $2 = e.before_hash) OR coalesce(a.hash = $2, false) AS is_in_chain
  FROM audit_chain e LEFT JOIN audit a ON a.seq = $1`
