import { type Actor, backups, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { BackupPlans } from '../plans.ts'
import { BackupState } from './backup-state.ts'

@Handles(backups.problems)
export class ListProblems implements Handler<typeof backups.problems> {
  constructor(
    private readonly plans: BackupPlans,
    private readonly state: BackupState,
  ) {}

  async handle(_: Input<typeof backups.problems>, actor: Actor) {
    requireSuperAdmin(actor)
    const { state } = this
    const [{ red, ...counts }, progress, drill, problems] = await Promise.all([
      ...([state.counts(), state.progress(), state.drill(), state.problems()] as const),
    ])
    return { configured: this.plans.configured, ...counts, damaged: red, ...progress, drill, problems }
  }
}
