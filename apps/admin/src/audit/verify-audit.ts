import { type Env, withDatabase } from '@daymark/platform'
import { NO_PROGRESS, type Walk, walkOn } from './chain/check-chain.ts'

/** A checkpoint: an end of the log that was published in a log line or as a metric. */
export type Checkpoint = { seq: number; hash: string }
export type Verdict = Walk & { missed: Checkpoint[] }

/**
 * For operators: verifies the whole chain, also while services write. `missed`: checkpoints that are not in the chain, which means that
 * an entry and all later ones were rewritten with the rights of the service.
 */
export function verifyAudit(env: Env, checkpoints: Checkpoint[] = []): Promise<Verdict> {
  return withDatabase(env, { service: 'admin' }, async db => {
    const missed: Checkpoint[] = []
    for (const one of checkpoints) {
      const [found] = await db.sql<{ is_so: boolean }>(IS_SO, [one.seq, one.hash])
      if (!found?.is_so) missed.push(one)
    }
    let walk: Walk = await walkOn(db, NO_PROGRESS)
    while (!walk.isComplete) walk = await walkOn(db, walk.progress)
    return { ...walk, missed }
  })
}

/** Expired entries are not reported as missing. */
const IS_SO = `
  SELECT $1 < e.before_seq OR ($1 = e.before_seq AND $2 = e.before_hash) OR coalesce(a.hash = $2, false) AS is_so
  FROM audit_chain e LEFT JOIN audit a ON a.seq = $1`
