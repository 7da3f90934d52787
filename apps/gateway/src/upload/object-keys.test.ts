import { newOriginalKey, recentPrefixes } from './object-keys.ts'

const DAY = 24 * 3600_000

describe('keys of originals', () => {
  it('are unique UUIDs of version 7 that tell when they were made', () => {
    const now = new Date('2026-11-21T04:00:00Z')
    const keys = Array.from({ length: 1000 }, () => newOriginalKey(now))
    expect(new Set(keys).size).toBe(1000)
    expect(keys[0]).toMatch(/^originals\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseInt(keys[0]!.slice(10, 23).replace('-', ''), 16)).toBe(now.getTime())
  })

  it('of the last three days are all found by the prefixes, old ones are not', () => {
    for (let shift = 0; shift < 12; shift++) {
      const now = new Date(Date.UTC(2026, 10, 1) + shift * 0.7 * DAY)
      const isFound = (ageDays: number) =>
        recentPrefixes(now).some(prefix => newOriginalKey(new Date(now.getTime() - ageDays * DAY)).startsWith(prefix))
      expect([0, 0.5, 1, 2, 3].every(isFound)).toBe(true)
      expect([7, 30, 400].some(isFound)).toBe(false)
    }
  })
})
