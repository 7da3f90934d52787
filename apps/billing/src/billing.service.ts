import { defineService, discover } from '@daymark/platform'
import { archivedAccount } from './accounts/archived-account.ts'
import { BillingConfig } from './config.ts'
import { BillingLog } from './log.ts'
import { doctor } from './setup/doctor.ts'
import { SubscriptionMetrics } from './subscriptions/subscription-metrics.ts'

export const billingService = defineService({
  ...(await discover(import.meta.dirname)),
  name: 'billing',
  archive: archivedAccount,
  configs: [BillingConfig],
  resources: { plan: { table: 'subscriptions', id: 'user_id' } },
  doctor,
  providers: ({ log }) => [{ provide: BillingLog, useValue: new BillingLog(log) }, SubscriptionMetrics],
})
