import { GB, TB } from './limits.ts'
import {
  entitlementOf,
  featuresForApiTier,
  PAST_DUE_GRACE_MS,
  PLANS,
  TIERS,
  type SubscriptionState,
  type SubscriptionStatus,
} from './plans.ts'

const now = new Date('2026-05-10T12:00:00.000Z')
const ago = (ms: number): string => new Date(+now - ms).toISOString()
const studioSubscription = (status: SubscriptionStatus, rest: Partial<SubscriptionState> = {}): SubscriptionState => ({
  tier: 'studio',
  status,
  storageLimit: 2 * TB,
  endDate: null,
  pastDueSince: null,
  ...rest,
})

describe('the catalog', () => {
  it('L-MKT-01 has four tiers with ascending price and storage', () => {
    expect(TIERS).toEqual(['starter', 'professional', 'advanced', 'studio'])
    expect(TIERS.map(t => PLANS[t].price)).toEqual([7, 19, 39, 79])
    expect(TIERS.map(t => PLANS[t].storageLimit)).toEqual([150 * GB, 500 * GB, 1.5 * TB, 3 * TB])
  })
  it('S-ADA-14 accounts created by the administration get the granted storage', () => {
    expect(TIERS.map(t => PLANS[t].grantedStorageLimit)).toEqual([100 * GB, 500 * GB, 1.5 * TB, 2 * TB])
  })
})

it('rule 13 a setting changes the lowest plan with API access', () => {
  const tiersWithApiAccess = (apiTier: (typeof TIERS)[number]) =>
    TIERS.filter(t => featuresForApiTier(apiTier, PLANS[t]).includes('api_access'))
  expect(TIERS.map(tiersWithApiAccess)).toEqual([TIERS, TIERS.slice(1), TIERS.slice(2), ['studio']])
  for (const t of TIERS) expect(featuresForApiTier('studio', PLANS[t])).toEqual(PLANS[t].features)
  expect(featuresForApiTier('professional', PLANS.studio)).toEqual(PLANS.studio.features)
  expect(featuresForApiTier('starter', PLANS.starter)).toEqual(['api_access'])
})

const tierOf = (subscription: SubscriptionState) => entitlementOf(subscription, now).tier

describe('the plan whose limits count', () => {
  it.each(['active', 'trialing'] as const)('%s: the one subscribed to', status => {
    expect(tierOf(studioSubscription(status))).toBe('studio')
  })
  it('incomplete: starter, because nothing was paid', () => {
    expect(tierOf(studioSubscription('incomplete'))).toBe('starter')
  })
  it('past_due keeps access for 7 days, to the millisecond, then the limits of starter apply', () => {
    expect(tierOf(studioSubscription('past_due', { pastDueSince: ago(PAST_DUE_GRACE_MS - 1) }))).toBe('studio')
    const overdue = studioSubscription('past_due', { pastDueSince: ago(PAST_DUE_GRACE_MS) })
    expect(entitlementOf(overdue, now)).toMatchObject({
      tier: 'starter',
      name: 'Starter',
      albumLimit: 10,
      features: [],
    })
  })
  it('past_due without a date has the limits of starter', () => {
    expect(tierOf(studioSubscription('past_due'))).toBe('starter')
  })
  it('canceled applies until the end of the paid period', () => {
    expect(tierOf(studioSubscription('canceled', { endDate: ago(-1) }))).toBe('studio')
    expect(tierOf(studioSubscription('canceled', { endDate: ago(0) }))).toBe('starter')
    expect(tierOf(studioSubscription('canceled'))).toBe('starter')
  })
  it('accepts Date and ISO text', () => {
    expect(tierOf(studioSubscription('canceled', { endDate: new Date(+now + 1) }))).toBe('studio')
  })
})

describe('the storage that counts', () => {
  const storageOf = (subscription: SubscriptionState | null) => entitlementOf(subscription, now).storageLimit
  it("S-SUB-17 is the subscription's own figure", () => {
    expect(storageOf({ ...studioSubscription('active'), storageLimit: 7 * GB })).toBe(7 * GB)
  })
  it('is at most that of starter once the subscription has lapsed', () => {
    expect(storageOf({ ...studioSubscription('incomplete'), storageLimit: 2 * TB })).toBe(150 * GB)
    expect(storageOf({ ...studioSubscription('incomplete'), storageLimit: 100 * GB })).toBe(100 * GB)
  })
  it('is that of a granted starter plan without a subscription', () => {
    expect(entitlementOf(null, now)).toMatchObject({ tier: 'starter', storageLimit: 100 * GB, albumLimit: 10 })
  })
})
