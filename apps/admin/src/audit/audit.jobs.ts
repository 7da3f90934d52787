import { DAY_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, Logger, metrics, type Tx } from '@daymark/platform'
import { Injectable, type OnModuleInit } from '@nestjs/common'
import { AdminConfig } from '../config.ts'

/** A single statement, so that sequence number and hash belong to the same snapshot. */
const SAVE_CHECKPOINT = `
  WITH saved AS (
    INSERT INTO audit_checkpoints (seq, hash, at)
    SELECT last_seq, last_hash, $1 FROM audit_chain WHERE last_seq > 0
    ON CONFLICT (seq) DO NOTHING)
  SELECT last_seq, last_hash FROM audit_chain`

/**
 * Publishes sequence number and hash of the last entry hourly and at each start, in a log line and as a metric. Logs are often stored on
 * another machine, where write access to the database cannot change them. `daymark audit verify <seq>:<hash>` compares a published entry
 * with the log and shows whether the log was rewritten.
 */
@Every('1h')
export class CheckpointAudit implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async run(): Promise<void> {
    const [chainEnd] = await this.db.commit(tx =>
      tx.sql<{ last_seq: string; last_hash: string }>(SAVE_CHECKPOINT, [this.clock.now()]),
    )
    const seq = Number(chainEnd?.last_seq ?? 0)
    if (chainEnd && seq > 0) this.log.info({ event: 'audit.checkpoint', seq, hash: chainEnd.last_hash })
  }
}

const ENTRIES_PER_BATCH = 5000
/** Selects the last entry of the expired beginning of the chain. Entries after an unexpired one stay, even if they have expired. */
const SELECT_LAST_EXPIRED = `
  WITH oldest AS (SELECT seq, hash, at FROM audit ORDER BY seq LIMIT ${ENTRIES_PER_BATCH}),
    retained AS (SELECT min(seq) AS seq FROM oldest WHERE at >= $1)
  SELECT seq, hash FROM oldest WHERE seq < coalesce((SELECT seq FROM retained), seq + 1) ORDER BY seq DESC LIMIT 1`

/** Deletes expired entries. The chain then begins after the last deleted entry, whose hash is stored. */
@Every('1h')
export class DeleteOldAuditEntries implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly config: AdminConfig,
  ) {}

  async run(): Promise<void> {
    const cutoff = new Date(+this.clock.now() - this.config.auditDays * DAY_MS)
    while ((await this.db.commit(tx => deleteExpiredEntries(tx, cutoff))) === ENTRIES_PER_BATCH);
  }
}

async function deleteExpiredEntries(tx: Tx, cutoff: Date): Promise<number> {
  await tx.sql('SELECT single FROM audit_chain FOR UPDATE')
  const [lastExpired] = await tx.sql<{ seq: string; hash: string }>(SELECT_LAST_EXPIRED, [cutoff])
  if (!lastExpired) return 0
  const deleted = await tx.sql('DELETE FROM audit WHERE seq <= $1 RETURNING seq', [lastExpired.seq])
  tx.send('DELETE FROM audit_checkpoints WHERE seq <= $1', [lastExpired.seq])
  tx.send('UPDATE audit_chain SET before_seq = $1, before_hash = $2', [lastExpired.seq, lastExpired.hash])
  return deleted.length
}

const SELECT_LATEST_CHECKPOINT = 'SELECT seq, hash FROM audit_checkpoints ORDER BY seq DESC LIMIT 1'
/** The number of hexadecimal digits of a hash that fit into a metric without rounding. */
const HASH_DIGITS = 12

/** Publishes the latest checkpoint as a metric, for operators who store metrics but no logs. */
@Injectable()
export class CheckpointMetrics implements OnModuleInit {
  constructor(private readonly db: Database) {}

  onModuleInit(): void {
    const seq = { description: 'Last audit log entry with a published checkpoint', unit: '1' } as const
    const hash = {
      description: `First ${HASH_DIGITS} hexadecimal digits of the hash of the last published checkpoint, as a number`,
      unit: '1',
    } as const
    metrics.gauge('daymark.audit.checkpoint.seq', seq, async () => Number((await this.readLatestCheckpoint()).seq))
    metrics.gauge('daymark.audit.checkpoint.hash', hash, async () =>
      Number.parseInt((await this.readLatestCheckpoint()).hash.slice(0, HASH_DIGITS), 16),
    )
  }

  private async readLatestCheckpoint(): Promise<{ seq: string; hash: string }> {
    const [row] = await this.db.sql<{ seq: string; hash: string }>(SELECT_LATEST_CHECKPOINT)
    return row ?? { seq: '0', hash: '0' }
  }
}
