import { GB, TB } from './limits.ts'
import {
  effectiveStorageLimit,
  effectiveTier,
  PAST_DUE_GRACE_MS,
  PLANS,
  TIERS,
  type Entitlement,
  type SubscriptionStatus,
} from './plans.ts'

const now = new Date('2026-05-10T12:00:00.000Z')
const ago = (ms: number): string => new Date(+now - ms).toISOString()
const studio = (status: SubscriptionStatus, rest: Partial<Entitlement> = {}): Entitlement => ({
  tier: 'studio',
  status,
  endDate: null,
  pastDueSince: null,
  ...rest,
})

describe('the catalogue', () => {
  it('L-MKT-01 there are four tiers in ascending order, dearer and larger step by step', () => {
    expect(TIERS).toEqual(['starter', 'professional', 'advanced', 'studio'])
    expect(TIERS.map(t => PLANS[t].price)).toEqual([7, 19, 39, 79])
    expect(TIERS.map(t => PLANS[t].storageLimit)).toEqual([150 * GB, 500 * GB, 1.5 * TB, 3 * TB])
  })
  it('S-ADA-14 an account made by the administration gets the administration figures', () => {
    expect(TIERS.map(t => PLANS[t].grantedStorageLimit)).toEqual([100 * GB, 500 * GB, 1.5 * TB, 2 * TB])
  })
  it('S-SUB-03 every limit is off on starter and on from professional', () => {
    expect(TIERS.map(t => [...new Set(Object.values(PLANS[t].limits))])).toEqual([[false], [true], [true], [true]])
  })
})

describe('the plan whose limits count', () => {
  it.each(['active', 'trialing'] as const)('%s: the one subscribed to', status => {
    expect(effectiveTier(studio(status), now)).toBe('studio')
  })
  it('incomplete: starter, nothing was ever paid', () => {
    expect(effectiveTier(studio('incomplete'), now)).toBe('starter')
  })
  it('past_due keeps access for 7 days, to the millisecond, then the limits of starter apply', () => {
    expect(effectiveTier(studio('past_due', { pastDueSince: ago(PAST_DUE_GRACE_MS - 1) }), now)).toBe('studio')
    expect(effectiveTier(studio('past_due', { pastDueSince: ago(PAST_DUE_GRACE_MS) }), now)).toBe('starter')
  })
  it('past_due without a date gives nothing away', () => {
    expect(effectiveTier(studio('past_due'), now)).toBe('starter')
  })
  it('canceled keeps what was paid for until its end', () => {
    expect(effectiveTier(studio('canceled', { endDate: ago(-1) }), now)).toBe('studio')
    expect(effectiveTier(studio('canceled', { endDate: ago(0) }), now)).toBe('starter')
    expect(effectiveTier(studio('canceled'), now)).toBe('starter')
  })
  it('takes dates of rows as well as of events', () => {
    expect(effectiveTier(studio('canceled', { endDate: new Date(+now + 1) }), now)).toBe('studio')
  })
})

describe('the storage that counts', () => {
  it("is the subscription's own figure", () => {
    expect(effectiveStorageLimit({ ...studio('active'), storageLimit: 2 * TB }, now)).toBe(2 * TB)
  })
  it('is at most that of starter once the subscription has lapsed', () => {
    expect(effectiveStorageLimit({ ...studio('incomplete'), storageLimit: 2 * TB }, now)).toBe(150 * GB)
    expect(effectiveStorageLimit({ ...studio('incomplete'), storageLimit: 100 * GB }, now)).toBe(100 * GB)
  })
})
