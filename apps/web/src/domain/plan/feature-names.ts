import type { http } from '@daymark/contracts'

/** Words of feature names that are written in capitals. */
const ACRONYMS = new Set(['api'])
const capitalize = (word: string) =>
  ACRONYMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)

/** S-SET-08: formats 'batch_rename' as 'Batch Rename'. */
export const formatFeatureName = (feature: string) => feature.split('_').map(capitalize).join(' ')

/** S-SET-09: the features that are shown as locked without the plan, and the plan limit that unlocks each. */
const LOCKABLE_FEATURES = [
  ['watermarks', 'canUseWatermarks'],
  ['batch_rename', 'canUseBatchRename'],
  ['advanced_analytics', 'canUseAnalytics'],
  ['custom_domain', 'canUseCustomDomain'],
] as const satisfies (readonly [feature: string, limit: keyof http.Subscription['limits']])[]

/** Returns the features of a plan and those that a higher plan would add. */
export function featuresOf({ features, limits }: Pick<http.Subscription, 'features' | 'limits'>) {
  const locked = LOCKABLE_FEATURES.filter(([, limit]) => !limits[limit]).map(([feature]): string => feature)
  return { has: features.filter(feature => !locked.includes(feature)), locked }
}
