import { subscriptionChanged } from '@daymark/contracts'
import type { ArchivedAccount } from '@daymark/platform'
import { Subscription } from '../subscriptions/subscription.entity.ts'

/** What was bought; bills and cards are the provider's. */
export const archivedAccount: ArchivedAccount = {
  tables: [
    {
      table: 'subscriptions',
      where: 't.user_id = $1',
      key: { user_id: 'uuid' },
      overrides: { version: 'r.version + 1' },
    },
  ],
  async finish(db, userId) {
    const subscription = await db.em.findOneBy(Subscription, { userId })
    if (subscription) await db.commit(async tx => tx.emit(subscriptionChanged, userId, subscription.view()))
  },
}
