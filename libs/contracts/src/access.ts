import type { Actor, Rpc } from './bus/define.ts'
import { errors } from './errors.ts'
import { isAtLeast, type Entitlement, type Feature, lowestTierWith, PLANS, type Tier } from './rules/plans.ts'

/** Returns the id of the calling user. Throws NO_SESSION if the caller is a job, a subscriber or anonymous. */
export function requireUser(actor: Actor): string {
  if (!actor.userId || actor.role === 'anonymous' || actor.role === 'system') throw errors.NO_SESSION()
  return actor.userId
}

/** Throws FORBIDDEN unless the caller is super_admin. The role admin is not sufficient: it has the rights of a user (rule 31). */
export function requireSuperAdmin(actor: Actor): void {
  requireUser(actor)
  if (actor.role !== 'super_admin') throw errors.FORBIDDEN()
}

/** Throws FORBIDDEN or NO_SESSION unless the caller may make this call (`access` of the contract). */
export function assertAccess({ access }: Rpc, actor: Actor): void {
  if (access === 'super_admin') requireSuperAdmin(actor)
  if (access === 'system' && actor.role !== 'system') throw errors.FORBIDDEN()
}

/** Throws PLAN_REQUIRED if the plan does not include `feature` (rule 12). `displayName`: name of the feature in the error message. */
export function requireFeature({ name, features }: Entitlement, feature: Feature, displayName: string): void {
  if (features.includes(feature)) return
  throw errors.PLAN_REQUIRED({ feature: displayName, plan: PLANS[lowestTierWith(feature)].name, tier: name })
}

/**
 * Returns the parameters of PLAN_REQUIRED if the plan is below `lowest`, the lowest plan with the feature. Returns undefined if the plan
 * includes the feature. For features whose lowest plan is a setting.
 */
export function planErrorDetails(
  { tier, name }: Entitlement,
  lowest: Tier,
): { plan: string; tier: string } | undefined {
  return isAtLeast(tier, lowest) ? undefined : { plan: PLANS[lowest].name, tier: name }
}
