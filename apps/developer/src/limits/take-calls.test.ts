import { computeAllowance } from './take-calls.handler.ts'

const PER_MINUTE = { limit: 120, windowSeconds: 60 }

describe('rule 50 what is left of a limit', () => {
  it('is all of it where nothing was taken', () => {
    expect(computeAllowance(PER_MINUTE, { before: 0, after: 0 })).toEqual({
      ...{ granted: 0, limit: 120, windowSeconds: 60, remaining: 120, resetMs: 0, retryMs: 0 },
    })
  })
  it('is less by what was taken, and comes back one by one', () => {
    expect(computeAllowance(PER_MINUTE, { before: 0, after: 0.5 })).toMatchObject({
      granted: 1,
      remaining: 119,
      resetMs: 500,
    })
    expect(computeAllowance(PER_MINUTE, { before: 10, after: 20 })).toMatchObject({ granted: 20, remaining: 80 })
    expect(computeAllowance(PER_MINUTE, { before: 59.75, after: 59.75 })).toMatchObject({
      granted: 0,
      remaining: 0,
      retryMs: 250,
    })
  })
  it('is never more than all of it, however much is given back', () => {
    const back = computeAllowance(PER_MINUTE, { before: 1, after: -4 })
    expect(back).toEqual({ granted: -2, limit: 120, windowSeconds: 60, remaining: 120, resetMs: 0, retryMs: 0 })
  })
  it('is nothing when all was taken, and the next is there after one part of the window', () => {
    expect(computeAllowance(PER_MINUTE, { before: 0, after: 60 })).toMatchObject({
      ...{ granted: 120, remaining: 0, resetMs: 60_000, retryMs: 500 },
    })
  })
  it('is exact for limits that no second can be divided by', () => {
    const secondsPerCall = 60 / 7
    for (let usedCalls = 0; usedCalls < 7; usedCalls++) {
      // as Postgres rounds
      const after = Math.round(secondsPerCall * (usedCalls + 1) * 1e6) / 1e6
      const result = computeAllowance(
        { limit: 7, windowSeconds: 60 },
        { before: Math.round(secondsPerCall * usedCalls * 1e6) / 1e6, after },
      )
      expect(result).toMatchObject({ granted: 1, remaining: 6 - usedCalls })
    }
  })
})
