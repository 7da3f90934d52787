import { Database, metrics } from '@daymark/platform'
import { Injectable, type OnModuleInit } from '@nestjs/common'

const LATEST = 'SELECT seq, hash FROM audit_checkpoints ORDER BY seq DESC LIMIT 1'
/** The number of hash digits that fit into the number of a metric without rounding. */
const DIGITS = 12

/** The latest checkpoint as a metric, for operators who store metrics but no logs. */
@Injectable()
export class CheckpointMetrics implements OnModuleInit {
  constructor(private readonly db: Database) {}

  onModuleInit(): void {
    const seq = { description: 'Last audit log entry with a published checkpoint', unit: '1' } as const
    const hash = { description: `First ${DIGITS} hexadecimal digits of its hash, as a number`, unit: '1' } as const
    metrics.gauge('daymark.audit.checkpoint.seq', seq, async () => Number((await this.latest()).seq))
    metrics.gauge('daymark.audit.checkpoint.hash', hash, async () =>
      Number.parseInt((await this.latest()).hash.slice(0, DIGITS), 16),
    )
  }

  private async latest(): Promise<{ seq: string; hash: string }> {
    const [row] = await this.db.sql<{ seq: string; hash: string }>(LATEST)
    return row ?? { seq: '0', hash: '0' }
  }
}
