import { subscriptionChanged } from '@daymark/contracts'
import type { ArchivedAccount } from '@daymark/platform'
import { Subscription } from '../subscriptions/subscription.entity.ts'

/** The plan. Invoices and cards stay with the provider. */
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
