import { HOUR_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, Logger } from '@daymark/platform'
import {
  BackupVerification,
  type NewestBackup,
  type VerificationResult,
  VERIFICATION_INTERVAL_HOURS,
} from './backup-verification.ts'

/**
 * Selects backups that were not verified for a day. A backup that failed its verification is not verified again until the next backup,
 * which copies the damaged files again.
 */
const SELECT_UNVERIFIED = `
  SELECT * FROM (
    SELECT DISTINCT ON (user_id, target) user_id AS "userId", target, id AS "runId", manifest, made_at AS "madeAt"
    FROM backup_runs WHERE state = 'done' AND manifest IS NOT NULL ORDER BY user_id, target, made_at DESC) AS n
  WHERE NOT EXISTS (
    SELECT FROM backup_verifications d WHERE d.user_id = n."userId" AND d.target = n.target AND d.at > $1 AND d.at <= $2
      AND (d.passed OR d.run_id = n."runId"))
    AND target <> ALL ($3::text[])
  LIMIT 1`
const UPSERT_VERIFICATION = `
  INSERT INTO backup_verifications (user_id, target, run_id, at, passed, checked, damaged) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (user_id, target) DO UPDATE SET run_id = $3, at = $4, passed = $5, checked = $6, damaged = $7`

/** Verifies the newest backup of each account regularly. If the store is unavailable, the verification is postponed. */
@Every('10m')
export class VerifyBackups implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly verification: BackupVerification,
    private readonly log: Logger,
  ) {}

  async run(signal?: AbortSignal): Promise<void> {
    const unavailableTargets: string[] = []
    for (
      let newest = await this.findNextUnverified(unavailableTargets);
      newest && !signal?.aborted;
      newest = await this.findNextUnverified(unavailableTargets)
    ) {
      const result = await this.verify(newest, signal)
      if (!result) {
        unavailableTargets.push(newest.target)
        continue
      }
      const { checked, damaged, names } = result
      const { userId, target } = newest
      if (damaged.length > 0) this.log.error({ event: 'backup.verification-failed', userId, target, keys: damaged })
      const passed = damaged.length === 0
      const params = [userId, target, newest.runId, this.clock.now(), passed, checked, JSON.stringify(names)]
      await this.db.commit(async tx => tx.send(UPSERT_VERIFICATION, params))
    }
  }

  /** Returns undefined if the store is unavailable. */
  private async verify(newest: NewestBackup, signal?: AbortSignal): Promise<VerificationResult | undefined> {
    try {
      return await this.verification.run(newest, signal)
    } catch (error) {
      const { userId, target } = newest
      if (!signal?.aborted) this.log.error({ event: 'backup.verification-postponed', userId, target, err: error })
      return undefined
    }
  }

  private async findNextUnverified(unavailableTargets: string[]): Promise<NewestBackup | undefined> {
    const now = this.clock.now()
    const params = [
      new Date(+now - VERIFICATION_INTERVAL_HOURS * HOUR_MS),
      new Date(+now + HOUR_MS),
      unavailableTargets,
    ]
    return (await this.db.sql<NewestBackup>(SELECT_UNVERIFIED, params))[0]
  }
}
