import type { http } from '@daymark/contracts'

/** Abbreviations that stay capitals. */
const CAPITALS = new Set(['api'])
const capital = (word: string) =>
  CAPITALS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)

/** S-SET-08: 'batch_rename' is shown as 'Batch Rename'. */
export const featureName = (feature: string) => feature.split('_').map(capital).join(' ')

/** S-SET-09: the features that are shown as locked if the plan lacks them, with the limit that decides. */
const LOCKABLE = [
  ['watermarks', 'canUseWatermarks'],
  ['batch_rename', 'canUseBatchRename'],
  ['advanced_analytics', 'canUseAnalytics'],
  ['custom_domain', 'canUseCustomDomain'],
] as const satisfies (readonly [feature: string, limit: keyof http.Subscription['limits']])[]

/** The features of a plan, and those that a better plan would add. */
export function featuresOf({ features, limits }: Pick<http.Subscription, 'features' | 'limits'>) {
  const locked = LOCKABLE.filter(([, limit]) => !limits[limit]).map(([feature]): string => feature)
  return { has: features.filter(feature => !locked.includes(feature)), locked }
}
