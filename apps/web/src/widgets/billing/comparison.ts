import { type Feature, featuresForApiTier, formatBytes, type Plan, PLANS, type Tier, TIERS } from '@daymark/contracts'

const priceFormat = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** rule 12: formats the price of a plan, a whole number of dollars. */
export const formatPrice = (dollars: number) => priceFormat.format(dollars)

/** Formats the total of an invoice, which is in the smallest unit of its currency. */
export function formatTotal(total: number, currency: string) {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(total / 10 ** digits)
}

/** The cell of a plan in the comparison: included, not included, or a text. */
export type FeatureValue = boolean | string
type ComparisonRow = { name: string; values: Record<Tier, FeatureValue> }

const checkFeature =
  (feature: Feature) =>
  ({ features }: Plan): FeatureValue =>
    features.includes(feature)

function describeBackups({ features }: Plan): FeatureValue {
  if (features.includes('offsite_backups')) return 'Daily and off-site'
  if (features.includes('daily_backups')) return 'Daily'
  return features.includes('automatic_backups') && 'Periodic'
}

/** S-BILL-03, 07, 08, 10: the rows of the plan comparison. */
const COMPARISON_ROWS: readonly (readonly [name: string, readValue: (plan: Plan) => FeatureValue])[] = [
  ['Storage', plan => formatBytes(plan.storageLimit)],
  ['Albums', plan => (plan.albumLimit === null ? 'Unlimited' : String(plan.albumLimit))],
  ['Watermarking', checkFeature('watermarks')],
  ['Batch rename', checkFeature('batch_rename')],
  ['Advanced analytics', checkFeature('advanced_analytics')],
  ['Custom domain', checkFeature('custom_domain')],
  ['Encryption at rest', checkFeature('encryption_at_rest')],
  ['Backups', describeBackups],
  ['Priority support', checkFeature('priority_support')],
  ['White-label', checkFeature('white_label')],
  ['API access', checkFeature('api_access')],
]

/**
 * Returns the rows of the comparison with the values of all plans. `apiTier` is the lowest plan with API access (rule
 * 13).
 */
export function comparePlans(apiTier: Tier): readonly ComparisonRow[] {
  const plan = (tier: Tier): Plan => ({ ...PLANS[tier], features: featuresForApiTier(apiTier, PLANS[tier]) })
  return COMPARISON_ROWS.map(([name, readValue]) => ({
    name,
    values: Object.fromEntries(TIERS.map(tier => [tier, readValue(plan(tier))])) as Record<Tier, FeatureValue>,
  }))
}

/** The label of the button that changes to a plan. */
type PlanChange = 'Current Plan' | 'Renew' | 'Upgrade' | 'Downgrade'

/**
 * S-BILL-04: returns the label of the button that changes from the current plan to `tier`. If the current plan has
 * ended (`hasEnded`), it can be renewed.
 */
export function getPlanChange(tier: Tier, current: Tier, hasEnded = false): PlanChange {
  if (tier === current) return hasEnded ? 'Renew' : 'Current Plan'
  return TIERS.indexOf(tier) > TIERS.indexOf(current) ? 'Upgrade' : 'Downgrade'
}

type AddedRows = { lowerTier: Tier | undefined; rows: readonly { name: string; value: FeatureValue }[] }

/** Returns the rows in which a plan differs from the next lower one. */
export function findAddedRows(tier: Tier, apiTier: Tier): AddedRows {
  const nextLowerTier = TIERS[TIERS.indexOf(tier) - 1]
  const rows = comparePlans(apiTier).map(({ name, values }) => ({
    name,
    value: values[tier],
    lowerValue: nextLowerTier && values[nextLowerTier],
  }))
  return {
    lowerTier: nextLowerTier,
    rows: rows.filter(({ value, lowerValue }) => value !== false && value !== lowerValue),
  }
}
