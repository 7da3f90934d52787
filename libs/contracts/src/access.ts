import type { Actor } from './bus/define.ts'
import { errors } from './errors.ts'
import {
  atLeast,
  type Entitlement,
  lowestTierOf,
  lowestTierWith,
  type PlanLimits,
  PLANS,
  type Tier,
} from './rules/plans.ts'

/** The id of the person who calls; jobs, subscribers and strangers are nobody. */
export function requireUser(actor: Actor): string {
  if (!actor.userId || actor.role === 'anonymous' || actor.role === 'system') throw errors.NO_SESSION()
  return actor.userId
}

/** Role admin has no more rights than user: only super_admin administers (rule 31). */
export function requireSuperAdmin(actor: Actor): void {
  requireUser(actor)
  if (actor.role !== 'super_admin') throw errors.FORBIDDEN()
}

/** `feature`: how the refusal calls it. */
export function requirePlan({ name, limits }: Entitlement, limit: keyof PlanLimits, feature: string): void {
  if (!limits[limit]) throw errors.PLAN_REQUIRED({ feature, plan: PLANS[lowestTierWith(limit)].name, tier: name })
}

/** As `requirePlan`, of what plans name among their features (rule 12). */
export function requireFeature({ name, features }: Entitlement, feature: string, called: string): void {
  if (features.includes(feature)) return
  throw errors.PLAN_REQUIRED({ feature: called, plan: PLANS[lowestTierOf(feature)].name, tier: name })
}

/** What `requireFeature` would say where a setting names the lowest plan that has it; undefined: it has. */
export function planNeeded({ tier, name }: Entitlement, lowest: Tier): { plan: string; tier: string } | undefined {
  return atLeast(tier, lowest) ? undefined : { plan: PLANS[lowest].name, tier: name }
}
