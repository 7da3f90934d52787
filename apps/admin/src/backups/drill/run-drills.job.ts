import { Clock, Database, Every, type Job } from '@daymark/platform'
import { BackupLog } from '../log.ts'
import { Drill, VERIFY_EVERY_HOURS, type Drilled, type Newest } from './drill.ts'

const HOUR_MS = 3_600_000

/** A drill that found damage is repeated after the next backup, which copies the damaged files again. */
const DUE = `
  SELECT * FROM (
    SELECT DISTINCT ON (user_id, target) user_id AS "userId", target, id AS "runId", manifest, made_at AS "madeAt"
    FROM backup_runs WHERE state = 'done' AND manifest IS NOT NULL ORDER BY user_id, target, made_at DESC) AS n
  WHERE NOT EXISTS (
    SELECT FROM backup_verifications d WHERE d.user_id = n."userId" AND d.target = n.target AND d.at > $1 AND d.at <= $2
      AND (d.passed OR d.run_id = n."runId"))
    AND target <> ALL ($3::text[])
  LIMIT 1`
const NOTE = `
  INSERT INTO backup_verifications (user_id, target, run_id, at, passed, checked, damaged) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (user_id, target) DO UPDATE SET run_id = $3, at = $4, passed = $5, checked = $6, damaged = $7`

/** Reads back what backups hold. A store that does not answer is no proof of damage: the drill comes later then. */
@Every('10m')
export class RunDrills implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly drill: Drill,
    private readonly log: BackupLog,
  ) {}

  async run(ending?: AbortSignal): Promise<void> {
    const away: string[] = []
    for (let newest = await this.due(away); newest && !ending?.aborted; newest = await this.due(away)) {
      const drilled = await this.drilled(newest, ending)
      if (!drilled) {
        away.push(newest.target)
        continue
      }
      const { checked, damaged, names } = drilled
      if (damaged.length > 0) this.log.drillFailed(newest, damaged)
      const passed = damaged.length === 0
      const note = [
        newest.userId,
        newest.target,
        newest.runId,
        this.clock.now(),
        passed,
        checked,
        JSON.stringify(names),
      ]
      await this.db.commit(async tx => void tx.sql(NOTE, note))
    }
  }

  /** Undefined: it could not be read. The other store is looked at nevertheless. */
  private async drilled(newest: Newest, ending?: AbortSignal): Promise<Drilled | undefined> {
    try {
      return await this.drill.run(newest, ending)
    } catch (error) {
      if (!ending?.aborted) this.log.drillPutOff(newest, error)
      return undefined
    }
  }

  private async due(away: string[]): Promise<Newest | undefined> {
    const now = this.clock.now()
    const params = [new Date(+now - VERIFY_EVERY_HOURS * HOUR_MS), new Date(+now + HOUR_MS), away]
    return (await this.db.sql<Newest>(DUE, params))[0]
  }
}
