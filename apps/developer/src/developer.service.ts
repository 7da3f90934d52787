import {
  defineService,
  FailureLimiter,
  FailuresTable1700000000100,
  ForgetFailures,
  Plans,
  RememberPlan,
  Sealer,
} from '@daymark/platform'
import { archivedAccount } from './archive/archived-account.ts'
import { DeveloperConfig } from './config.ts'
import { ForgetDeliveries } from './deliveries/forget-deliveries.job.ts'
import { GetDelivery } from './deliveries/get-delivery.handler.ts'
import { ListDeliveries } from './deliveries/list-deliveries.handler.ts'
import { RedeliverFailed } from './deliveries/redeliver-failed.handler.ts'
import { Redeliver } from './deliveries/redeliver.handler.ts'
import { Redelivery } from './deliveries/redelivery.ts'
import { TestWebhook } from './deliveries/test-webhook.handler.ts'
import { QueueWebhooks } from './events/queue-webhooks.subscriber.ts'
import { WebhookOwners } from './events/webhook-owners.ts'
import { ForgetLimits } from './limits/forget-limits.job.ts'
import { TakeCalls } from './limits/take-calls.handler.ts'
import { DeveloperLog } from './log.ts'
import { Plans1790000000001 } from './migrations/0001-plans.ts'
import { Tokens1790000000002 } from './migrations/0002-tokens.ts'
import { RateLimits1790000000003 } from './migrations/0003-rate-limits.ts'
import { Webhooks1790000000004 } from './migrations/0004-webhooks.ts'
import { Deliveries1790000000005 } from './migrations/0005-deliveries.ts'
import { GetWebhooks } from './operation/get-webhooks.handler.ts'
import { RememberAccess } from './owners/remember-access.subscriber.ts'
import { ForgetOwner } from './owners/forget-owner.subscriber.ts'
import { GetPrograms } from './owners/get-programs.handler.ts'
import { ApiPlan } from './plans/api-plan.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { GetApiTier } from './plans/get-api-tier.handler.ts'
import { Receivers } from './receivers/receivers.ts'
import { Attempt } from './sending/attempt.ts'
import { Deliveries } from './sending/deliveries.ts'
import { DeliveryQueue } from './sending/delivery-queue.ts'
import { DeliveryWorker } from './sending/delivery-worker.ts'
import { Outcomes } from './sending/outcomes.ts'
import { TakenWell } from './sending/taken-well.ts'
import { CheckToken } from './tokens/check-token.handler.ts'
import { CreateToken } from './tokens/create-token.handler.ts'
import { ForgetTokens } from './tokens/forget-tokens.job.ts'
import { ListTokens } from './tokens/list-tokens.handler.ts'
import { RevokeToken } from './tokens/revoke-token.handler.ts'
import { TokenUse } from './tokens/token-use.ts'
import { Token } from './tokens/token.entity.ts'
import { CreateWebhook } from './webhooks/create-webhook.handler.ts'
import { DeleteWebhook } from './webhooks/delete-webhook.handler.ts'
import { GetWebhook } from './webhooks/get-webhook.handler.ts'
import { ListWebhooks } from './webhooks/list-webhooks.handler.ts'
import { RotateSecret } from './webhooks/rotate-secret.handler.ts'
import { Secrets } from './webhooks/secrets.ts'
import { UpdateWebhook } from './webhooks/update-webhook.handler.ts'
import { WebhookRules } from './webhooks/webhook-rules.ts'

export const developerService = defineService({
  name: 'developer',
  archive: archivedAccount,
  configs: [DeveloperConfig],
  entities: [Token],
  migrations: [
    FailuresTable1700000000100,
    Plans1790000000001,
    Tokens1790000000002,
    RateLimits1790000000003,
    Webhooks1790000000004,
    Deliveries1790000000005,
  ],
  resources: {
    webhook: { table: 'webhooks', id: 'id', owner: 'owner_id' },
    token: { table: 'tokens', id: 'id', owner: 'user_id' },
  },
  handlers: [
    ...[AwaitPlan, GetApiTier, CheckToken, CreateToken, ListTokens, RevokeToken, TakeCalls],
    ...[ListWebhooks, GetWebhook, CreateWebhook, UpdateWebhook, DeleteWebhook, RotateSecret, TestWebhook],
    GetWebhooks,
    GetPrograms,
    ...[ListDeliveries, GetDelivery, Redeliver, RedeliverFailed],
  ],
  subscribers: [RememberPlan, RememberAccess, ForgetOwner, QueueWebhooks],
  jobs: [ForgetFailures, ForgetTokens, ForgetLimits, ForgetDeliveries],
  providers: ({ log }) => [
    { provide: DeveloperLog, useValue: new DeveloperLog(log) },
    ...[Plans, FailureLimiter, ApiPlan, TokenUse],
    ...[Sealer, WebhookRules, Secrets, WebhookOwners],
    ...[Receivers, Attempt, TakenWell, Outcomes, Deliveries, DeliveryQueue, DeliveryWorker, Redelivery],
  ],
})
