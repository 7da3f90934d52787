import { subscriptionChanged, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '../service/decorators.ts'
import { Plans } from './plans.ts'

/** For services that keep a copy of plans and do nothing else when one changes. */
@On(subscriptionChanged)
export class RememberPlan implements Subscriber<typeof subscriptionChanged> {
  constructor(private readonly plans: Plans) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(async tx => this.plans.remember(tx, data))
  }
}
