import { defineService } from '@daymark/platform'
import { GetAccountPlan, GrantPlan, ListSubscriptions } from './accounts/accounts.handlers.ts'
import { archivedAccount } from './archive/archived-account.ts'
import { CloseAccount, StopRenewal } from './accounts/accounts.subscribers.ts'
import { BillingConfig } from './config.ts'
import { HandleEvent } from './events/handle-event.subscriber.ts'
import { Notes } from './events/notes.ts'
import { ProviderNote } from './events/provider-note.entity.ts'
import { ReceiveEvent } from './events/receive-event.handler.ts'
import { BillingLog } from './log.ts'
import { Subscriptions1780000000001 } from './migrations/0001-subscriptions.ts'
import { Provider1780000000002 } from './migrations/0002-provider.ts'
import { ListProviderNotes } from './operation/list-provider-notes.handler.ts'
import { GrantedLimits1780000000003 } from './migrations/0003-granted-limits.ts'
import { Closing1780000000004 } from './migrations/0004-closing.ts'
import { Comparison } from './provider/comparison.ts'
import { Customers } from './provider/customers.ts'
import { GetConfig, ListInvoices, OpenPortal } from './provider/provider.handlers.ts'
import { ProviderSubscriptions } from './provider/provider-subscriptions.ts'
import { StripeAccount } from './provider/stripe-account.ts'
import { doctor } from './setup/doctor.ts'
import { Buying } from './subscriptions/buying.ts'
import { Changing } from './subscriptions/changing.ts'
import { Checkout, GetSubscription, Refresh, SetCancel, UpdateTier } from './subscriptions/subscriptions.handlers.ts'
import { EndPeriods, Reconcile } from './subscriptions/subscriptions.jobs.ts'
import { OpenSubscription } from './subscriptions/open-subscription.subscriber.ts'
import { PlanCounts } from './subscriptions/plan-counts.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'
import { Subscription } from './subscriptions/subscription.entity.ts'

export const billingService = defineService({
  name: 'billing',
  archive: archivedAccount,
  configs: [BillingConfig],
  entities: [Subscription, ProviderNote],
  migrations: [Subscriptions1780000000001, Provider1780000000002, GrantedLimits1780000000003, Closing1780000000004],
  resources: { plan: { table: 'subscriptions', id: 'user_id' } },
  handlers: [
    ListSubscriptions,
    ...[GetSubscription, GetConfig, UpdateTier],
    ...[Checkout, SetCancel, Refresh, OpenPortal, ListInvoices],
    ReceiveEvent,
    ListProviderNotes,
    ...[GetAccountPlan, GrantPlan],
  ],
  subscribers: [OpenSubscription, CloseAccount, StopRenewal, HandleEvent],
  jobs: [EndPeriods, Reconcile],
  doctor,
  providers: ({ log }) => [
    { provide: BillingLog, useValue: new BillingLog(log) },
    ...[
      StripeAccount,
      ProviderSubscriptions,
      Customers,
      Buying,
      Changing,
      Comparison,
      Notes,
      Subscriptions,
      PlanCounts,
    ],
  ],
})
