import { defineService, Plans, RememberPlan } from '@daymark/platform'
import { DeveloperConfig } from './config.ts'
import { Plans1790000000001 } from './migrations/0001-plans.ts'
import { AwaitPlan } from './plans/await-plan.handler.ts'

export const developerService = defineService({
  name: 'developer',
  configs: [DeveloperConfig],
  migrations: [Plans1790000000001],
  handlers: [AwaitPlan],
  subscribers: [RememberPlan],
  providers: () => [Plans],
})
