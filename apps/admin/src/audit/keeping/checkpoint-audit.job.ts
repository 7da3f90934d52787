import { Clock, Database, Every, type Job } from '@daymark/platform'
import { AdminLog } from '../../log.ts'

/** One statement, so that both are the end of one moment. */
const TELL = `
  WITH told AS (
    INSERT INTO audit_checkpoints (seq, hash, at)
    SELECT last_seq, last_hash, $1 FROM audit_ends WHERE last_seq > 0
    ON CONFLICT (seq) DO NOTHING)
  SELECT last_seq, last_hash FROM audit_ends`

/**
 * Where the audit log ends, told once an hour and at each start, in a line of the log and as a metric: whoever compares it later
 * (`daymark audit verify <seq>:<hash>`) sees whether somebody has written the log anew since.
 */
@Every('1h')
export class CheckpointAudit implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: AdminLog,
  ) {}

  async run(): Promise<void> {
    const [end] = await this.db.commit(tx => tx.sql<{ last_seq: string; last_hash: string }>(TELL, [this.clock.now()]))
    if (end && Number(end.last_seq) > 0) this.log.auditCheckpoint(Number(end.last_seq), end.last_hash)
  }
}
