import { CallerLimiter } from './caller-limits.ts'

it('limits each caller separately, rejects requests beyond the queue, and removes idle callers', async () => {
  const limiter = new CallerLimiter(2, { perCaller: 3 })
  const startedRequests: string[] = []
  const acquire = async (caller: string, name: string) => {
    const release = await limiter.acquire(caller)
    startedRequests.push(name)
    return release
  }
  const first = await acquire('a', 'a1')
  const second = await acquire('a', 'a2')
  const waiting = [acquire('a', 'a3'), acquire('a', 'a4'), acquire('a', 'a5')]
  await expect(acquire('a', 'a6')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  const other = await acquire('b', 'b1')
  expect(startedRequests).toEqual(['a1', 'a2', 'b1'])
  second()
  const third = await waiting[0]
  expect(startedRequests).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const release of [first, other, third]) release?.()
  for (const release of await Promise.all(waiting.slice(1))) release()
  await new Promise(setImmediate)
  expect(limiter.size).toBe(0)
})

it('one caller can use the whole queue until others need it; then a caller with more than an even share is rejected', async () => {
  const limiter = new CallerLimiter(1, { total: 10 })
  const house = Array.from({ length: 10 }, () => limiter.acquire('house'))
  await expect(limiter.acquire('house')).rejects.toMatchObject({ code: 'unavailable' })
  const others = Array.from({ length: 5 }, () => limiter.acquire('other'))
  await expect(limiter.acquire('other')).rejects.toMatchObject({ code: 'unavailable' })
  for (const release of [...house, ...others]) (await release)()
  await new Promise(setImmediate)
  ;(await limiter.acquire('house'))()
})
