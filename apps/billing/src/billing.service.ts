import { subscriptionChanged } from '@daymark/contracts'
import { type ArchivedAccount, defineService, discover } from '@daymark/platform'
import { BillingConfig } from './config.ts'
import { doctor } from './setup/doctor.ts'
import { Subscription } from './subscriptions/subscription.entity.ts'
import { SubscriptionMetrics } from './subscriptions/subscriptions.ts'

/** The plan of an account in an archive. Invoices and cards are not included, because only the payment provider stores them. */
const archivedAccount: ArchivedAccount = {
  tables: [
    {
      table: 'subscriptions',
      where: 't.user_id = $1',
      key: { user_id: 'uuid' },
      overrides: { version: 'r.version + 1' },
    },
  ],
  async afterImport(db, userId) {
    const subscription = await db.em.findOneBy(Subscription, { userId })
    if (subscription) await db.commit(async tx => tx.emit(subscriptionChanged, userId, subscription.toView()))
  },
}

export const billingService = defineService({
  ...(await discover(import.meta.dirname)),
  name: 'billing',
  archive: archivedAccount,
  configs: [BillingConfig],
  resources: { plan: { table: 'subscriptions', id: 'user_id' } },
  doctor,
  providers: () => [SubscriptionMetrics],
})
