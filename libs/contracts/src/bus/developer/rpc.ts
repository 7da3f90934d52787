import { z } from 'zod'
import { done, id, rpc } from '../define.ts'
import { tier } from '../../rules/plans.ts'

export const developer = {
  /** The lowest plan whose tokens may call the public API (rule 13). */
  getApiTier: rpc('developer.plans.get-api-tier', z.object({}), z.object({ tier })),
  /** Returns once the service has applied this version of the plan. SUBSCRIPTION_PENDING after 2 s. */
  awaitPlan: rpc('developer.plans.await', z.object({ userId: id, version: z.number() }), done),
}
