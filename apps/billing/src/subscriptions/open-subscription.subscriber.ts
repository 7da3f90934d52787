import { subscriptionChanged, userCreated, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'
import { Subscription } from './subscription.entity.ts'

/** Every account has a subscription from its first moment; library and identity wait for this event. */
@On(userCreated)
export class OpenSubscription implements Subscriber<typeof userCreated> {
  constructor(private readonly clock: Clock) {}

  async on({ data }: EventOf<typeof userCreated>, commit: Commit) {
    const subscription = Subscription.granted(data.userId, data.tier, this.clock.now())
    await commit(async tx => {
      const { raw } = await tx.em
        .createQueryBuilder()
        .insert()
        .into(Subscription)
        .values(subscription)
        .orIgnore()
        .returning('user_id')
        .execute()
      // published twice under two ids: the first one stands, with whatever has been bought since
      if (raw.length) tx.emit(subscriptionChanged, data.userId, subscription.view())
    })
  }
}
