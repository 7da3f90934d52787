import type { RpcClient } from '@daymark/platform'
import { pollUntil } from '@daymark/testing/outside'
import type { TokenIdentity } from './api-tokens.ts'
import { RateLimits } from './rate-limits.ts'

const tokenIdentity = (tokenId: string, userId = 'u'): TokenIdentity => ({
  tokenId,
  userId,
  scopes: ['read'],
  expiresAt: '',
  planNeeded: null,
  name: null,
})

/** Rate limits of a simulated developer service, which responds after the test has called `release`. */
function createRateLimits(limit: number) {
  const requests: { tokenId: string; count: number }[] = []
  const takenCalls = new Map<string, number>()
  let release = (): void => {}
  const gate = { open: new Promise<void>(resolve => (release = resolve)), fails: false }
  const call = async (_: unknown, input: { tokenId: string; limited: string; count: number }) => {
    const { tokenId, limited, count } = input
    requests.push({ tokenId, count })
    await gate.open
    if (gate.fails) throw new Error('away')
    const key = `${tokenId} ${limited}`
    const before = takenCalls.get(key) ?? 0
    const granted = Math.min(count, limit - before)
    takenCalls.set(key, before + granted)
    const remaining = limit - before - granted
    return { granted, limit, windowSeconds: 60, remaining, resetMs: 60_000, retryMs: remaining > 0 ? 0 : 30_000 }
  }
  return { limits: new RateLimits({ call } as unknown as RpcClient), requests, gate, release: () => release() }
}

describe('rule 50: the rate limit of API calls', () => {
  it('batches concurrent calls and counts down as if they had arrived one by one', async () => {
    const { limits, requests, release } = createRateLimits(5)
    const flood = Array.from({ length: 100 }, () => limits.takeCalls(tokenIdentity('a'), 'calls', 1))
    release()
    const allowances = await Promise.all(flood)
    expect(requests).toEqual([
      { tokenId: 'a', count: 1 },
      { tokenId: 'a', count: 99 },
    ])
    expect(allowances.filter(({ isGranted }) => isGranted).map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0])
    expect(allowances.slice(5).every(({ isGranted, retryMs }) => !isGranted && retryMs > 29_000)).toBe(true)
  })

  it('rejects calls without a request to the developer service while the limit is reached', async () => {
    const { limits, requests, release } = createRateLimits(1)
    release()
    expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 1)).isGranted).toBe(true)
    for (let n = 0; n < 50; n++) expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 1)).isGranted).toBe(false)
    expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 0)).remaining).toBe(0)
    expect(requests).toHaveLength(1)
    expect((await limits.takeCalls(tokenIdentity('a'), 'uploads', 1)).isGranted).toBe(true)
    expect((await limits.takeCalls(tokenIdentity('b'), 'calls', 1)).isGranted).toBe(true)
  })

  it('is not reduced by calls that only read it', async () => {
    const { limits, release } = createRateLimits(2)
    release()
    for (let n = 0; n < 5; n++) expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 0)).remaining).toBe(2)
  })

  it('serves owners in turn, so that 100 tokens of one owner do not delay another owner', async () => {
    const { limits, requests, release } = createRateLimits(5)
    const many = Array.from({ length: 100 }, (_, n) => limits.takeCalls(tokenIdentity(`many ${n}`, 'one'), 'calls', 1))
    const other = limits.takeCalls(tokenIdentity('other', 'two'), 'calls', 1)
    release()
    await Promise.all([...many, other])
    expect(requests.findIndex(({ tokenId }) => tokenId === 'other')).toBeLessThan(10)
  })

  it('reserves more and more calls for a busy token and returns unused ones', async () => {
    const { limits, requests, release } = createRateLimits(1000)
    release()
    for (let n = 1; n <= 100; n++) {
      const { isGranted, remaining } = await limits.takeCalls(tokenIdentity('a'), 'calls', 1)
      expect([isGranted, remaining]).toEqual([true, 1000 - n])
    }
    expect(requests.length).toBeLessThan(40)
    expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 0)).remaining).toBe(900)
    // Unused calls may also have been returned earlier, if the process was suspended.
    const countTakenCalls = () => requests.reduce((sum, { count }) => sum + count, 0)
    await pollUntil('the unused calls are returned', () => countTakenCalls() === 100)
    expect(requests.some(({ count }) => count < 0)).toBe(true)
    expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 0)).remaining).toBe(900)
  })

  it('grants exactly the limit, with or without reservations', async () => {
    const { limits, release } = createRateLimits(120)
    release()
    const flood = async () => {
      const seen: boolean[] = []
      for (let n = 0; n < 50; n++) seen.push((await limits.takeCalls(tokenIdentity('a'), 'calls', 1)).isGranted)
      return seen
    }
    const allowances = (await Promise.all([flood(), flood(), flood(), flood()])).flat()
    expect(allowances.filter(Boolean)).toHaveLength(120)
  })

  it('fails all batched calls if the developer service is unavailable, and requests again afterwards', async () => {
    const { limits, gate, release } = createRateLimits(5)
    gate.fails = true
    const requests = Promise.allSettled([1, 2, 3].map(() => limits.takeCalls(tokenIdentity('a'), 'calls', 1)))
    release()
    expect((await requests).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    gate.fails = false
    expect((await limits.takeCalls(tokenIdentity('a'), 'calls', 1)).isGranted).toBe(true)
  })
})
