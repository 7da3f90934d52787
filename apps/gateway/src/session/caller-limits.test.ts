import { CallerLimiter } from './caller-limits.ts'

it('limits each caller separately, rejects requests beyond the queue, and removes idle callers', async () => {
  const gates = new CallerLimiter(2, { perCaller: 3 })
  const begun: string[] = []
  const take = async (caller: string, name: string) => {
    const leave = await gates.acquire(caller)
    begun.push(name)
    return leave
  }
  const first = await take('a', 'a1')
  const second = await take('a', 'a2')
  const waiting = [take('a', 'a3'), take('a', 'a4'), take('a', 'a5')]
  await expect(take('a', 'a6')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  const other = await take('b', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  second()
  const third = await waiting[0]
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const leave of [first, other, third]) leave?.()
  for (const leave of await Promise.all(waiting.slice(1))) leave()
  await new Promise(setImmediate)
  expect(gates.size).toBe(0)
})

it('one caller can use the whole queue until others need it; then a caller with more than an even share is rejected', async () => {
  const gates = new CallerLimiter(1, { total: 10 })
  const house = Array.from({ length: 10 }, () => gates.acquire('house'))
  await expect(gates.acquire('house')).rejects.toMatchObject({ code: 'unavailable' })
  const others = Array.from({ length: 5 }, () => gates.acquire('other'))
  await expect(gates.acquire('other')).rejects.toMatchObject({ code: 'unavailable' })
  for (const leave of [...house, ...others]) (await leave)()
  await new Promise(setImmediate)
  ;(await gates.acquire('house'))()
})
