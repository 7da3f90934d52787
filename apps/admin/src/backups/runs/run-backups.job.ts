import { Every, type Job } from '@daymark/platform'
import { BackupLog } from '../log.ts'
import { BackupRun } from './backup-run.ts'
import { Expiry } from './expiry.ts'
import { Runs } from './runs.ts'

/** Works on backups until there is none to work on; each for a while, so that a large account does not keep others waiting. */
@Every('3s')
export class RunBackups implements Job {
  constructor(
    private readonly runs: Runs,
    private readonly backup: BackupRun,
    private readonly expiry: Expiry,
    private readonly log: BackupLog,
  ) {}

  async run(ending?: AbortSignal): Promise<void> {
    const except = { runs: [] as string[], targets: [] as string[] }
    for (let run = await this.runs.next(except); run && !ending?.aborted; run = await this.runs.next(except)) {
      try {
        if (await this.backup.turn(run, ending)) await this.expiry.run(run)
      } catch (error) {
        if (ending?.aborted) return
        except.runs.push(run.id)
        // what waits for a store that is away keeps nobody from the other
        if (!(await this.backup.answers(run.target))) except.targets.push(run.target)
        await this.runs.failed(run, this.log.runFailed(run, error))
      }
    }
  }
}
