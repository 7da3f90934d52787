import { backups, errors, requireUser, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler } from '@daymark/platform'
import { OwnBackups } from './own-backups.ts'

const FIND = `
  SELECT id, made_at AS "madeAt", target FROM backup_runs WHERE id = $1 AND user_id = $2 AND state = 'done'`
const OPEN = `
  INSERT INTO backup_restores (user_id, backup_id, backup_at, target, started_at, retry_at) VALUES ($1, $2, $3, $4, $5, $5)
  ON CONFLICT DO NOTHING RETURNING id`

@Handles(backups.restore)
export class RestoreBackup implements Handler<typeof backups.restore> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly own: OwnBackups,
  ) {}

  async handle({ backupId }: Input<typeof backups.restore>, actor: Actor) {
    const userId = requireUser(actor)
    const found = isId(backupId) ? await this.db.sql<{ madeAt: Date; target: string }>(FIND, [backupId, userId]) : []
    const [backup] = found
    if (!backup) throw errors.NOT_FOUND()
    const params = [userId, backupId, backup.madeAt, backup.target, this.clock.now()]
    const opened = await this.db.commit(tx => tx.sql(OPEN, params))
    if (opened.length === 0) throw errors.CONFLICT({ reason: 'A backup is being brought back already.' })
    return this.own.of(userId, actor)
  }
}
