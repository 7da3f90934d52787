import { backups, PLANS, TIERS, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { BackupPlans } from '../plans.ts'
import { BackupState } from './backup-state.ts'

@Handles(backups.facts)
export class GetBackupFacts implements Handler<typeof backups.facts> {
  constructor(
    private readonly plans: BackupPlans,
    private readonly state: BackupState,
  ) {}

  async handle(_: Input<typeof backups.facts>) {
    return {
      configured: this.plans.configured,
      plans: TIERS.map(tier => ({ tier, plan: this.plans.of(PLANS[tier]) })),
      drill: await this.state.drill(),
    }
  }
}
