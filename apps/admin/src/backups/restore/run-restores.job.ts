import { MINUTE_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, Logger } from '@daymark/platform'
import { describeFailure } from '../runs/backup-run.ts'
import { Restorer } from './restorer.ts'
import type { RequestedRestore } from './restore-selection.ts'

const MAX_ATTEMPTS = 8
const MAX_RETRY_MINUTES = 30
/** A restore whose next attempt is later than this was stored while the clock was wrong, so it is due now. */
const MAX_WAIT_MINUTES = 90

const CLAIM_RESTORE = `
  UPDATE backup_restores SET state = 'running' WHERE id = (
    SELECT id FROM backup_restores WHERE state IN ('waiting', 'running') AND (retry_at <= $1 OR retry_at > $2)
    ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id AS "userId", backup_id AS "backupId", target, attempts, part AS selection`

/**
 * Runs requested restores. A request starts this job at once. An interrupted restore starts again and skips the photos that are already
 * restored.
 */
@Every('20s')
export class RunRestores implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly restorer: Restorer,
    private readonly log: Logger,
  ) {}

  async run(signal?: AbortSignal): Promise<void> {
    for (let restore = await this.claimNext(); restore && !signal?.aborted; restore = await this.claimNext())
      try {
        const missingPhotos = await this.restorer.run(restore, signal)
        await this.updateRestore(restore.id, `state = 'done', finished_at = $2, missing = $3, problem = NULL`, [
          this.clock.now(),
          missingPhotos,
        ])
      } catch (error) {
        if (signal?.aborted) return
        const { id, userId } = restore
        this.log.error({ event: 'backup.restore-failed', restore: id, userId, err: error })
        await this.recordFailure(restore, describeFailure(error))
      }
  }

  private async claimNext(): Promise<RequestedRestore | undefined> {
    const now = this.clock.now()
    return (
      await this.db.commit(tx =>
        tx.sql<RequestedRestore>(CLAIM_RESTORE, [now, new Date(+now + MAX_WAIT_MINUTES * MINUTE_MS)]),
      )
    )[0]
  }

  private async recordFailure({ id, attempts }: RequestedRestore, problem: string): Promise<void> {
    const now = this.clock.now()
    if (attempts + 1 >= MAX_ATTEMPTS)
      return this.updateRestore(id, `state = 'failed', finished_at = $2, problem = $3`, [now, problem])
    const retryAt = new Date(+now + Math.min(2 ** attempts, MAX_RETRY_MINUTES) * MINUTE_MS)
    await this.updateRestore(id, 'attempts = attempts + 1, retry_at = $2, problem = $3', [retryAt, problem])
  }

  private async updateRestore(id: string, assignments: string, params: unknown[]): Promise<void> {
    await this.db.commit(async tx =>
      tx.send(`UPDATE backup_restores SET ${assignments} WHERE id = $1`, [id, ...params]),
    )
  }
}
