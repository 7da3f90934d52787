import { Clock } from '@daymark/platform'
import { EVENTS_PER_HOUR, VisitBudget } from './visit-budget.ts'

class At extends Clock {
  time = new Date('2026-05-01T12:00:00Z')
  override now() {
    return this.time
  }
}
const spendAll = (budget: VisitBudget, link: string, visitor: () => string, tries: number) =>
  Array.from({ length: tries }, () => budget.spend(link, visitor())).filter(Boolean).length

describe('what is kept of visits in an hour', () => {
  it('is bounded per visitor, and not for others', () => {
    const budget = new VisitBudget(new At())
    expect(spendAll(budget, 'link', () => 'loud', 1000)).toBe(EVENTS_PER_HOUR.visitor)
    expect(budget.spend('link', 'calm')).toBe(true)
  })

  it('is bounded per link, however many visitors somebody pretends to be', () => {
    const budget = new VisitBudget(new At())
    let n = 0
    expect(spendAll(budget, 'link', () => `v${n++}`, 60_000)).toBe(EVENTS_PER_HOUR.link)
    expect(budget.spend('another link', 'v0')).toBe(true)
  })

  it('starts anew with the next hour', () => {
    const clock = new At()
    const budget = new VisitBudget(clock)
    spendAll(budget, 'link', () => 'loud', 1000)
    clock.time = new Date('2026-05-01T13:00:00Z')
    expect(budget.spend('link', 'loud')).toBe(true)
  })
})
