import { type Env, withDatabase } from '@daymark/platform'
import { NO_PROGRESS, type Walk, walkOn } from './chain/check-chain.ts'

/** An end of the log that was told once, in the log of the service or as a metric. */
export type Told = { seq: number; hash: string }
export type Verdict = Walk & { missed: Told[] }

/**
 * For the operator: walks the whole chain, also while services write. `missed`: ends that were told once and are not in it, which is
 * what becomes of an entry that somebody with the rights of the service has written anew, with all that follow.
 */
export function verifyAudit(env: Env, told: Told[] = []): Promise<Verdict> {
  return withDatabase(env, { service: 'admin' }, async db => {
    const missed: Told[] = []
    for (const one of told) {
      const [found] = await db.sql<{ is_so: boolean }>(IS_SO, [one.seq, one.hash])
      if (!found?.is_so) missed.push(one)
    }
    let walk: Walk = await walkOn(db, NO_PROGRESS)
    while (!walk.isComplete) walk = await walkOn(db, walk.progress)
    return { ...walk, missed }
  })
}

/** What was removed because of its age is not missed. */
const IS_SO = `
  SELECT $1 < e.before_seq OR ($1 = e.before_seq AND $2 = e.before_hash) OR coalesce(a.hash = $2, false) AS is_so
  FROM audit_chain e LEFT JOIN audit a ON a.seq = $1`
