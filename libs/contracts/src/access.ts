import type { Actor } from './bus/define.ts'
import { errors } from './errors.ts'
import {
  isAtLeast,
  type Entitlement,
  lowestTierWithFeature,
  lowestTierWith,
  type PlanLimits,
  PLANS,
  type Tier,
} from './rules/plans.ts'

/** Id of the calling user. Throws NO_SESSION for jobs, subscribers and anonymous callers. */
export function requireUser(actor: Actor): string {
  if (!actor.userId || actor.role === 'anonymous' || actor.role === 'system') throw errors.NO_SESSION()
  return actor.userId
}

/** Only super_admin is an administrator: the role admin has the rights of a user (rule 31). */
export function requireSuperAdmin(actor: Actor): void {
  requireUser(actor)
  if (actor.role !== 'super_admin') throw errors.FORBIDDEN()
}

/** `feature`: name of the feature in the error message. */
export function requirePlan({ name, limits }: Entitlement, limit: keyof PlanLimits, feature: string): void {
  if (!limits[limit]) throw errors.PLAN_REQUIRED({ feature, plan: PLANS[lowestTierWith(limit)].name, tier: name })
}

/** As `requirePlan`, for an entry in the feature list of plans (rule 12). `called`: name of the feature in the error message. */
export function requireFeature({ name, features }: Entitlement, feature: string, called: string): void {
  if (features.includes(feature)) return
  throw errors.PLAN_REQUIRED({ feature: called, plan: PLANS[lowestTierWithFeature(feature)].name, tier: name })
}

/** Error parameters if the plan is below `lowest`, which a setting defines. Undefined: the plan includes the feature. */
export function planErrorDetails(
  { tier, name }: Entitlement,
  lowest: Tier,
): { plan: string; tier: string } | undefined {
  return isAtLeast(tier, lowest) ? undefined : { plan: PLANS[lowest].name, tier: name }
}
