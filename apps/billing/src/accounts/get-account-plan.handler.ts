import { accountFigures, errors, requireSuperAdmin, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Subscription } from '../subscriptions/subscription.entity.ts'

@Handles(accountFigures.getPlan)
export class GetAccountPlan implements Handler<typeof accountFigures.getPlan> {
  constructor(private readonly db: Database) {}

  async handle({ userId }: Input<typeof accountFigures.getPlan>, actor: Actor) {
    requireSuperAdmin(actor)
    const found = await this.db.repository(Subscription).findOneBy({ userId })
    if (!found) throw errors.SUBSCRIPTION_PENDING()
    return found.view()
  }
}
