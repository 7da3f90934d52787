import {
  defineService,
  FailureLimiter,
  FailuresTable1700000000100,
  ForgetFailures,
  Plans,
  Sealer,
} from '@daymark/platform'
import { archivedAccount } from './archive/archived-account.ts'
import { DeveloperConfig } from './config.ts'
import { ForgetDeliveries } from './deliveries/forget-deliveries.job.ts'
import { GetDelivery, ListDeliveries, Redeliver, RedeliverFailed } from './deliveries/deliveries.handlers.ts'
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
import { ForgetOwner, RememberAccess, RememberPlan } from './owners/owners.subscribers.ts'
import { GetPrograms } from './owners/get-programs.handler.ts'
import { ApiPlan } from './plans/api-plan.ts'
import { AwaitPlan, GetApiTier } from './plans/plans.handlers.ts'
import { Receivers } from './receivers/receivers.ts'
import { Attempt } from './sending/attempt.ts'
import { DeliverWebhook } from './sending/deliver-webhook.job.ts'
import { DeliveryJobs } from './sending/delivery-jobs.ts'
import { Outcomes } from './sending/outcomes.ts'
import { ResumeDeliveries } from './sending/resume-deliveries.job.ts'
import { CheckToken, ListTokens, RevokeToken } from './tokens/tokens.handlers.ts'
import { CreateToken } from './tokens/create-token.handler.ts'
import { ForgetTokens } from './tokens/forget-tokens.job.ts'
import { TokenUse } from './tokens/token-use.ts'
import { Token } from './tokens/token.entity.ts'
import {
  CreateWebhook,
  DeleteWebhook,
  GetWebhook,
  ListWebhooks,
  RotateSecret,
  UpdateWebhook,
} from './webhooks/webhooks.handlers.ts'
import { Secrets } from './webhooks/secrets.ts'
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
  jobs: [ForgetFailures, ForgetTokens, ForgetLimits, ForgetDeliveries, DeliverWebhook, ResumeDeliveries],
  providers: ({ log }) => [
    { provide: DeveloperLog, useValue: new DeveloperLog(log) },
    ...[Plans, FailureLimiter, ApiPlan, TokenUse],
    ...[Sealer, WebhookRules, Secrets, WebhookOwners],
    ...[Receivers, Attempt, Outcomes, DeliveryJobs, Redelivery],
  ],
})
