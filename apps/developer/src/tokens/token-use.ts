import { Clock, Database, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { DeveloperLog } from '../log.ts'

const NOTED_EVERY_MS = 60_000
const NOTE = prepared(
  'UPDATE api_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
)

/** Records the last use of a token, exact to the minute, without delaying the call. */
@Injectable()
export class TokenUse {
  private readonly writing = new Set<string>()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly log: DeveloperLog,
  ) {}

  note({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
    const now = this.clock.now()
    if (this.writing.has(id) || (lastUsedAt && +now - +lastUsedAt < NOTED_EVERY_MS)) return
    this.writing.add(id)
    void this.db
      .commit(async tx => void tx.sql(NOTE, [id, now]))
      .catch((error: unknown) => this.log.useNotNoted(id, error))
      .finally(() => this.writing.delete(id))
  }
}
