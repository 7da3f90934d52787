import { GB, PLANS } from '@daymark/contracts'
import { effectivePlan, type Subscription } from './effective-plan.ts'

const now = new Date('2026-05-10T12:00:00Z')
const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
const studio: Subscription = {
  tier: 'studio',
  status: 'active',
  storageLimit: 7 * GB,
  endDate: null,
  pastDueSince: null,
}

describe('effective plan', () => {
  it('S-SUB-17 the own storage limit rules over the plan', () => {
    expect(effectivePlan(studio, now)).toEqual({
      tier: 'studio',
      storageLimit: 7 * GB,
      albumLimit: null,
      limits: PLANS.studio.limits,
    })
  })
  it('past due keeps access for seven days, then has the limits of starter', () => {
    const late = { ...studio, status: 'past_due' as const }
    expect(effectivePlan({ ...late, pastDueSince: days(-6.9) }, now).tier).toBe('studio')
    expect(effectivePlan({ ...late, pastDueSince: days(-7) }, now)).toMatchObject({ tier: 'starter', albumLimit: 10 })
  })
  it('a canceled one lasts until its end', () => {
    const canceled = { ...studio, status: 'canceled' as const }
    expect(effectivePlan({ ...canceled, endDate: days(1) }, now).tier).toBe('studio')
    expect(effectivePlan({ ...canceled, endDate: days(-1) }, now).tier).toBe('starter')
    expect(effectivePlan(canceled, now).tier).toBe('starter')
  })
  it('an unpaid large one shrinks to what starter buys', () => {
    const unpaid = { ...studio, status: 'incomplete' as const, storageLimit: 3000 * GB }
    expect(effectivePlan(unpaid, now).storageLimit).toBe(150 * GB)
  })
  it('nobody we know of has what a granted starter account has', () => {
    expect(effectivePlan(null, now)).toMatchObject({ tier: 'starter', storageLimit: 100 * GB, albumLimit: 10 })
  })
})
