import { subscriptionChanged, type EventOf } from '@daymark/contracts'
import { Clock, On, Plans, type Commit, type Subscriber } from '@daymark/platform'
import { changeLibrary } from '../accounts/change-library.ts'

/** Each new user has a subscription, so this is also where a library and its Favorites begin. */
@On(subscriptionChanged)
export class SavePlan implements Subscriber<typeof subscriptionChanged> {
  constructor(
    private readonly plans: Plans,
    private readonly clock: Clock,
  ) {}

  async on({ data }: EventOf<typeof subscriptionChanged>, commit: Commit) {
    await commit(tx => changeLibrary(tx, data.userId, this.clock.now(), async () => this.plans.save(tx, data)))
  }
}
