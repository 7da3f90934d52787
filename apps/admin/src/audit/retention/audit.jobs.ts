import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { AdminConfig } from '../../config.ts'
import { AdminLog } from '../../log.ts'

/** One statement, so that both values belong to one snapshot. */
const SAVE_CHECKPOINT = `
  WITH saved AS (
    INSERT INTO audit_checkpoints (seq, hash, at)
    SELECT last_seq, last_hash, $1 FROM audit_chain WHERE last_seq > 0
    ON CONFLICT (seq) DO NOTHING)
  SELECT last_seq, last_hash FROM audit_chain`

/**
 * Publishes the end of the audit log hourly and at each start, in a log line and as a metric. A later comparison
 * (`daymark audit verify <seq>:<hash>`) shows whether the log was rewritten since.
 */
@Every('1h')
export class CheckpointAudit implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: AdminLog,
  ) {}

  async run(): Promise<void> {
    const [end] = await this.db.commit(tx =>
      tx.sql<{ last_seq: string; last_hash: string }>(SAVE_CHECKPOINT, [this.clock.now()]),
    )
    if (end && Number(end.last_seq) > 0) this.log.auditCheckpoint(Number(end.last_seq), end.last_hash)
  }
}

const DAY_MS = 86_400_000
const AT_ONCE = 5000
/** The last expired entry that has only expired entries before it, because only the beginning of the chain may be deleted. */
const OLDEST = `
  WITH oldest AS (SELECT seq, hash, at FROM audit ORDER BY seq LIMIT ${AT_ONCE}),
    young AS (SELECT min(seq) AS seq FROM oldest WHERE at >= $1)
  SELECT seq, hash FROM oldest WHERE seq < coalesce((SELECT seq FROM young), seq + 1) ORDER BY seq DESC LIMIT 1`

/** Deletes expired entries. The hash of the last one becomes the beginning of the chain. */
@Every('1h')
export class DeleteOldAuditEntries implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: AdminConfig,
  ) {}

  async run(): Promise<void> {
    const before = new Date(+this.clock.now() - this.config.auditDays * DAY_MS)
    while ((await this.db.commit(tx => deleteBefore(tx, before))) === AT_ONCE);
  }
}

async function deleteBefore(tx: Tx, before: Date): Promise<number> {
  await tx.sql('SELECT single FROM audit_chain FOR UPDATE')
  const [last] = await tx.sql<{ seq: string; hash: string }>(OLDEST, [before])
  if (!last) return 0
  const deleted = await tx.sql('DELETE FROM audit WHERE seq <= $1 RETURNING seq', [last.seq])
  void tx.sql('DELETE FROM audit_checkpoints WHERE seq <= $1', [last.seq])
  void tx.sql('UPDATE audit_chain SET before_seq = $1, before_hash = $2', [last.seq, last.hash])
  return deleted.length
}
