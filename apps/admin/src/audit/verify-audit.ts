import { type Env, withDatabase } from '@daymark/platform'
import { NO_PROGRESS, type ChainVerification, verifyNextEntries } from './chain/check-chain.ts'

/** A checkpoint: an end of the log that was published in a log line or as a metric. */
export type Checkpoint = { seq: number; hash: string }
export type Verdict = ChainVerification & { missed: Checkpoint[] }

/**
 * For operators: verifies the whole chain, also while services write. `missed`: checkpoints that are not in the chain, which means that
 * an entry and all later ones were rewritten with the rights of the service.
 */
export function verifyAudit(env: Env, checkpoints: Checkpoint[] = []): Promise<Verdict> {
  return withDatabase(env, { service: 'admin' }, async db => {
    const missed: Checkpoint[] = []
    for (const checkpoint of checkpoints) {
      const [row] = await db.sql<{ is_in_chain: boolean }>(IS_IN_CHAIN, [checkpoint.seq, checkpoint.hash])
      if (!row?.is_in_chain) missed.push(checkpoint)
    }
    let state: ChainVerification = await verifyNextEntries(db, NO_PROGRESS)
    while (!state.isComplete) state = await verifyNextEntries(db, state.progress)
    return { ...state, missed }
  })
}

/** Expired entries are not reported as missing. */
const IS_IN_CHAIN = `
  SELECT $1 < e.before_seq OR ($1 = e.before_seq AND $2 = e.before_hash) OR coalesce(a.hash = $2, false) AS is_in_chain
  FROM audit_chain e LEFT JOIN audit a ON a.seq = $1`
