import { backups, PLANS, TIERS, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { BackupPlans } from '../plans.ts'

type Drills = { at: Date | null; passed: boolean; checked: number; accounts: number }
const DRILLS = `
  SELECT max(at) AS at, coalesce(bool_and(passed), true) AS passed, coalesce(sum(checked), 0)::int AS checked,
    count(DISTINCT user_id)::int AS accounts FROM backup_drills`

@Handles(backups.facts)
export class GetBackupFacts implements Handler<typeof backups.facts> {
  private readonly db: Database
  private readonly plans: BackupPlans
  constructor(db: Database, plans: BackupPlans) {
    this.db = db
    this.plans = plans
  }

  async handle(_: Input<typeof backups.facts>) {
    const [drills] = await this.db.sql<Drills>(DRILLS)
    return {
      configured: this.plans.configured,
      plans: TIERS.map(tier => ({ tier, plan: this.plans.of(PLANS[tier]) })),
      drill: drills?.at ? { ...drills, at: drills.at.toISOString() } : null,
    }
  }
}
