import { z } from 'zod'
import { done, id, rpc } from './define.ts'

export const developer = {
  /** Answers once developer has seen this version of the user's plan; SUBSCRIPTION_PENDING when that takes more than 2 s. */
  awaitPlan: rpc('developer.plans.await', z.object({ userId: id, version: z.number() }), done),
}
