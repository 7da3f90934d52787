import type { Feature } from '@daymark/contracts'

/** Words of feature names that are written in capitals. */
const ACRONYMS = new Set(['api'])
const capitalize = (word: string) =>
  ACRONYMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)

/** S-SET-08: formats 'batch_rename' as 'Batch Rename'. */
export const formatFeatureName = (feature: string) => feature.split('_').map(capitalize).join(' ')

/** S-SET-09: the features that are shown as locked if the plan does not include them. */
const LOCKABLE_FEATURES: readonly Feature[] = ['watermarks', 'batch_rename', 'advanced_analytics', 'custom_domain']

/** Returns the features of a plan and those that a higher plan would add. */
export const featuresOf = ({ features }: { features: readonly Feature[] }) => ({
  included: features,
  locked: LOCKABLE_FEATURES.filter(feature => !features.includes(feature)),
})
