import { type Actor, backups, type Input, requireSuperAdmin } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { BackupPlans } from '../plans.ts'
import { BackupState } from './backup-state.ts'

@Handles(backups.problems)
export class ListProblems implements Handler<typeof backups.problems> {
  private readonly plans: BackupPlans
  private readonly state: BackupState
  constructor(plans: BackupPlans, state: BackupState) {
    this.plans = plans
    this.state = state
  }

  async handle(_: Input<typeof backups.problems>, actor: Actor) {
    requireSuperAdmin(actor)
    const [{ accounts, late }, problems] = await Promise.all([this.state.counts(), this.state.problems()])
    return { configured: this.plans.configured, accounts, late, problems }
  }
}
