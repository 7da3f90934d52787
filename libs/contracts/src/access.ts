import type { Actor } from './bus/define.ts'
import { errors } from './errors.ts'
import { isAtLeast, type Entitlement, type Feature, lowestTierWith, PLANS, type Tier } from './rules/plans.ts'

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

/** Throws PLAN_REQUIRED, with `called` as the name of the feature, if the plan does not include it (rule 12). */
export function requireFeature({ name, features }: Entitlement, feature: Feature, called: string): void {
  if (features.includes(feature)) return
  throw errors.PLAN_REQUIRED({ feature: called, plan: PLANS[lowestTierWith(feature)].name, tier: name })
}

/** Error parameters if the plan is below `lowest`, which a setting defines. Undefined: the plan includes the feature. */
export function planErrorDetails(
  { tier, name }: Entitlement,
  lowest: Tier,
): { plan: string; tier: string } | undefined {
  return isAtLeast(tier, lowest) ? undefined : { plan: PLANS[lowest].name, tier: name }
}
