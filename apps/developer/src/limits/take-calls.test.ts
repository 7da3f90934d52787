import { computeAllowance } from './take-calls.handler.ts'

const PER_MINUTE = { limit: 120, windowSeconds: 60 }

describe('rule 50 the remaining calls of a rate limit', () => {
  it('are all calls of the limit if none was taken', () => {
    expect(computeAllowance(PER_MINUTE, { beforeSeconds: 0, afterSeconds: 0 })).toEqual({
      granted: 0,
      limit: 120,
      windowSeconds: 60,
      remaining: 120,
      resetMs: 0,
      retryMs: 0,
    })
  })
  it('decrease by the taken calls, which become available again one by one', () => {
    expect(computeAllowance(PER_MINUTE, { beforeSeconds: 0, afterSeconds: 0.5 })).toMatchObject({
      granted: 1,
      remaining: 119,
      resetMs: 500,
    })
    expect(computeAllowance(PER_MINUTE, { beforeSeconds: 10, afterSeconds: 20 })).toMatchObject({
      granted: 20,
      remaining: 80,
    })
    expect(computeAllowance(PER_MINUTE, { beforeSeconds: 59.75, afterSeconds: 59.75 })).toMatchObject({
      granted: 0,
      remaining: 0,
      retryMs: 250,
    })
  })
  it('never exceed the limit, however many calls are returned', () => {
    const back = computeAllowance(PER_MINUTE, { beforeSeconds: 1, afterSeconds: -4 })
    expect(back).toEqual({ granted: -2, limit: 120, windowSeconds: 60, remaining: 120, resetMs: 0, retryMs: 0 })
  })
  it('are 0 when all calls were taken; the next call is available after the window divided by the limit', () => {
    expect(computeAllowance(PER_MINUTE, { beforeSeconds: 0, afterSeconds: 60 })).toMatchObject({
      granted: 120,
      remaining: 0,
      resetMs: 60_000,
      retryMs: 500,
    })
  })
  it('are exact for limits that do not divide the window evenly', () => {
    const secondsPerCall = 60 / 7
    for (let usedCalls = 0; usedCalls < 7; usedCalls++) {
      // Postgres rounds times to microseconds
      const afterSeconds = Math.round(secondsPerCall * (usedCalls + 1) * 1e6) / 1e6
      const result = computeAllowance(
        { limit: 7, windowSeconds: 60 },
        { beforeSeconds: Math.round(secondsPerCall * usedCalls * 1e6) / 1e6, afterSeconds },
      )
      expect(result).toMatchObject({ granted: 1, remaining: 6 - usedCalls })
    }
  })
})
