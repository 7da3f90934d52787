import { z } from 'zod'
import { done, id, rpc } from '../define.ts'
import { tier } from '../../rules/plans.ts'

export const developer = {
  /** The lowest plan whose tokens may call the public API (rule 13). */
  getApiTier: rpc('developer.plans.get-api-tier', z.object({}), z.object({ tier })),
  /** Answers once developer has seen this version of the user's plan; SUBSCRIPTION_PENDING when that takes more than 2 s. */
  awaitPlan: rpc('developer.plans.await', z.object({ userId: id, version: z.number() }), done),
}
