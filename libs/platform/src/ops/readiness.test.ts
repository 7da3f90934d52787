import { jest } from '@jest/globals'
import { CachedCheck } from './readiness.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const settled = async (ms: number) => jest.advanceTimersByTimeAsync(ms)

describe('a cached check', () => {
  it('runs once per second for any number of callers', async () => {
    let asked = 0
    const answer = new CachedCheck(async () => ++asked)
    expect(await Promise.all(Array.from({ length: 50 }, () => answer.get()))).not.toContain(false)
    await settled(900)
    await answer.get()
    expect(asked).toBe(1)
    await settled(200)
    await answer.get()
    expect(asked).toBe(2)
  })

  it('fails with its dependency, and succeeds again a second after the dependency is back', async () => {
    let isAway = true
    const answer = new CachedCheck(async () => {
      if (isAway) throw new Error('away')
    })
    expect(await answer.get()).toBe(false)
    isAway = false
    await settled(1100)
    expect(await answer.get()).toBe(true)
  })

  it('fails after three seconds without a result, with few concurrent attempts', async () => {
    let asked = 0
    const answer = new CachedCheck(() => (asked++, new Promise(() => {})))
    for (let second = 0; second < 20; second++) {
      const result = answer.get()
      await settled(3000)
      expect(await result).toBe(false)
    }
    expect(asked).toBeLessThanOrEqual(20)
  })
})
