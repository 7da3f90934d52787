import { jest } from '@jest/globals'
import { CachedCheck } from './readiness.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const advance = async (ms: number) => jest.advanceTimersByTimeAsync(ms)

describe('a cached check', () => {
  it('runs once per second for any number of callers', async () => {
    let checkCount = 0
    const check = new CachedCheck(async () => ++checkCount)
    expect(await Promise.all(Array.from({ length: 50 }, () => check.get()))).not.toContain(false)
    await advance(900)
    await check.get()
    expect(checkCount).toBe(1)
    await advance(200)
    await check.get()
    expect(checkCount).toBe(2)
  })

  it('fails with its dependency, and succeeds again a second after the dependency is back', async () => {
    let isAway = true
    const check = new CachedCheck(async () => {
      if (isAway) throw new Error('away')
    })
    expect(await check.get()).toBe(false)
    isAway = false
    await advance(1100)
    expect(await check.get()).toBe(true)
  })

  it('fails after three seconds without a result, with few concurrent attempts', async () => {
    let checkCount = 0
    const check = new CachedCheck(() => (checkCount++, new Promise(() => {})))
    for (let second = 0; second < 20; second++) {
      const result = check.get()
      await advance(3000)
      expect(await result).toBe(false)
    }
    expect(checkCount).toBeLessThanOrEqual(20)
  })
})
