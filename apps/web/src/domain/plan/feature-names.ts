import type { http } from '@daymark/contracts'

/** Words that are no words: they stay capitals. */
const CAPITALS = new Set(['api'])
const capital = (word: string) =>
  CAPITALS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)

/** S-SET-08: 'batch_rename' is shown as 'Batch Rename'. */
export const featureName = (feature: string) => feature.split('_').map(capital).join(' ')

/** S-SET-09: what is shown as locked where the plan lacks it, and which limit says so. */
const LOCKABLE = [
  ['watermarks', 'canUseWatermarks'],
  ['batch_rename', 'canUseBatchRename'],
  ['advanced_analytics', 'canUseAnalytics'],
  ['custom_domain', 'canUseCustomDomain'],
] as const satisfies (readonly [feature: string, limit: keyof http.Subscription['limits']])[]

/** Of a plan: what it has, and what would come with a better one. */
export function featuresOf({ features, limits }: Pick<http.Subscription, 'features' | 'limits'>) {
  const locked = LOCKABLE.filter(([, limit]) => !limits[limit]).map(([feature]): string => feature)
  return { has: features.filter(feature => !locked.includes(feature)), locked }
}
