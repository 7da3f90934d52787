import { featuresWith, formatBytes, type Plan, PLANS, type Tier, TIERS } from '@daymark/contracts'

/** The value of a plan for a row: yes, no, or an amount. */
export type Value = boolean | string
export type Row = { name: string; values: Record<Tier, Value> }

const has =
  (feature: string) =>
  ({ features }: Plan): Value =>
    features.includes(feature)

function backups({ features }: Plan): Value {
  if (features.includes('offsite_backups')) return 'Daily and off-site'
  if (features.includes('daily_backups')) return 'Daily'
  return features.includes('automatic_backups') && 'Periodic'
}

/** S-BILL-03, 07, 08, 10: the rows of the comparison, derived from the catalog of plans. */
const ROWS: readonly (readonly [name: string, of: (plan: Plan) => Value])[] = [
  ['Storage', plan => formatBytes(plan.storageLimit)],
  ['Albums', plan => (plan.albumLimit === null ? 'Unlimited' : String(plan.albumLimit))],
  ['Watermarking', has('watermarks')],
  ['Batch rename', has('batch_rename')],
  ['Advanced analytics', has('advanced_analytics')],
  ['Custom domain', has('custom_domain')],
  ['Encryption at rest', has('encryption_at_rest')],
  ['Backups', backups],
  ['Priority support', has('priority_support')],
  ['White-label', has('white_label')],
  ['API access', has('api_access')],
]

/** `apiTier`: the lowest plan with API access (rule 13). */
export function comparison(apiTier: Tier): readonly Row[] {
  const plan = (tier: Tier): Plan => ({ ...PLANS[tier], features: featuresWith(apiTier, PLANS[tier]) })
  return ROWS.map(([name, of]) => ({
    name,
    values: Object.fromEntries(TIERS.map(tier => [tier, of(plan(tier))])) as Record<Tier, Value>,
  }))
}

type Change = 'Current Plan' | 'Renew' | 'Upgrade' | 'Downgrade'

/** S-BILL-04. A plan that has ended can be bought again. */
export function changeTo(tier: Tier, current: Tier, isOver = false): Change {
  if (tier === current) return isOver ? 'Renew' : 'Current Plan'
  return TIERS.indexOf(tier) > TIERS.indexOf(current) ? 'Upgrade' : 'Downgrade'
}

type Gains = { below: Tier | undefined; rows: readonly { name: string; value: Value }[] }

/** The rows of a card: what this plan adds to or increases over the one below. */
export function gains(tier: Tier, apiTier: Tier): Gains {
  const below = TIERS[TIERS.indexOf(tier) - 1]
  const rows = comparison(apiTier).map(({ name, values }) => ({
    name,
    value: values[tier],
    before: below && values[below],
  }))
  return { below, rows: rows.filter(({ value, before }) => value !== false && value !== before) }
}
