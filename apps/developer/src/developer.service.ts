import {
  defineService,
  FailureLimiter,
  FailuresTable1700000000100,
  ForgetFailures,
  Plans,
  RememberPlan,
} from '@daymark/platform'
import { DeveloperConfig } from './config.ts'
import { DeveloperLog } from './log.ts'
import { Plans1790000000001 } from './migrations/0001-plans.ts'
import { Tokens1790000000002 } from './migrations/0002-tokens.ts'
import { RememberAccess } from './owners/remember-access.subscriber.ts'
import { ApiPlan } from './plans/api-plan.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'
import { CheckToken } from './tokens/check-token.handler.ts'
import { CreateToken } from './tokens/create-token.handler.ts'
import { ForgetTokens } from './tokens/forget-tokens.job.ts'
import { ListTokens } from './tokens/list-tokens.handler.ts'
import { RevokeToken } from './tokens/revoke-token.handler.ts'
import { TokenUse } from './tokens/token-use.ts'
import { Token } from './tokens/token.entity.ts'
import { UnknownTokens } from './tokens/unknown-tokens.ts'

export const developerService = defineService({
  name: 'developer',
  configs: [DeveloperConfig],
  entities: [Token],
  migrations: [FailuresTable1700000000100, Plans1790000000001, Tokens1790000000002],
  handlers: [AwaitPlan, CheckToken, CreateToken, ListTokens, RevokeToken],
  subscribers: [RememberPlan, RememberAccess],
  jobs: [ForgetFailures, ForgetTokens],
  providers: ({ log }) => [
    { provide: DeveloperLog, useValue: new DeveloperLog(log) },
    ...[Plans, FailureLimiter, ApiPlan, TokenUse, UnknownTokens],
  ],
})
