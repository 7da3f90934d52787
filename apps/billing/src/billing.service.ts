import { defineService } from '@daymark/platform'
import { Subscriptions1780000000001 } from './migrations/0001-subscriptions.ts'
import { GetConfig } from './provider/get-config.ts'
import { GetSubscription } from './subscriptions/get-subscription.ts'
import { OpenSubscription } from './subscriptions/open-subscription.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'
import { Subscription } from './subscriptions/subscription.entity.ts'
import { UpdateTier } from './subscriptions/update-tier.ts'

export const billingService = defineService({
  name: 'billing',
  entities: [Subscription],
  migrations: [Subscriptions1780000000001],
  handlers: [GetSubscription, GetConfig, UpdateTier],
  subscribers: [OpenSubscription],
  providers: () => [Subscriptions],
})
