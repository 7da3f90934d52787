import { Every, type Job } from '@daymark/platform'
import { BackupLog } from '../log.ts'
import { BackupRun } from './backup-run.ts'
import { Expiry } from './expiry.ts'
import { Runs } from './runs.ts'

/** Works on backups until there is none to work on; each for a while, so that a large account does not keep others waiting. */
@Every('3s')
export class RunBackups implements Job {
  private readonly runs: Runs
  private readonly backup: BackupRun
  private readonly expiry: Expiry
  private readonly log: BackupLog
  constructor(runs: Runs, backup: BackupRun, expiry: Expiry, log: BackupLog) {
    this.runs = runs
    this.backup = backup
    this.expiry = expiry
    this.log = log
  }

  async run(ending?: AbortSignal): Promise<void> {
    const failed: string[] = []
    for (let run = await this.runs.next(failed); run && !ending?.aborted; run = await this.runs.next(failed)) {
      try {
        if (await this.backup.turn(run, ending)) await this.expiry.run(run)
      } catch (error) {
        if (ending?.aborted) return
        failed.push(run.id)
        await this.runs.failed(run, this.log.runFailed(run, error))
      }
    }
  }
}
