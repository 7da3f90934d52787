import { defineService } from '@daymark/platform'
import { Subscriptions1780000000001 } from './migrations/0001-subscriptions.ts'
import { GetConfig } from './provider/get-config.handler.ts'
import { GetSubscription } from './subscriptions/get-subscription.handler.ts'
import { OpenSubscription } from './subscriptions/open-subscription.subscriber.ts'
import { Subscriptions } from './subscriptions/subscriptions.ts'
import { Subscription } from './subscriptions/subscription.entity.ts'
import { UpdateTier } from './subscriptions/update-tier.handler.ts'

export const billingService = defineService({
  name: 'billing',
  entities: [Subscription],
  migrations: [Subscriptions1780000000001],
  handlers: [GetSubscription, GetConfig, UpdateTier],
  subscribers: [OpenSubscription],
  providers: () => [Subscriptions],
})
