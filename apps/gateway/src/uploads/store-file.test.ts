import { createOriginalKey } from './store-file.ts'

describe('keys of originals', () => {
  it('are unique UUIDs of version 7 with the time of creation', () => {
    const now = new Date('2026-11-21T04:00:00Z')
    const keys = Array.from({ length: 1000 }, () => createOriginalKey(now))
    expect(new Set(keys).size).toBe(1000)
    expect(keys[0]).toMatch(/^originals\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseInt(keys[0]!.slice(10, 23).replace('-', ''), 16)).toBe(now.getTime())
  })
})
