import { CallerGates } from './caller-limits.ts'

it('each caller has gates of its own; more than can wait are refused, and nobody is remembered who has nothing to do', async () => {
  const gates = new CallerGates(2, { perCaller: 3 })
  const begun: string[] = []
  const take = async (caller: string, name: string) => {
    const over = await gates.enter(caller)
    begun.push(name)
    return over
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
  for (const over of [first, other, third]) over?.()
  for (const over of await Promise.all(waiting.slice(1))) over()
  await new Promise(setImmediate)
  expect(gates.size).toBe(0)
})

it('one caller may have all waiting places until they are needed; then the caller with more than its share is refused', async () => {
  const gates = new CallerGates(1, { total: 10 })
  const house = Array.from({ length: 10 }, () => gates.enter('house'))
  await expect(gates.enter('house')).rejects.toMatchObject({ code: 'unavailable' })
  const others = Array.from({ length: 5 }, () => gates.enter('other'))
  await expect(gates.enter('other')).rejects.toMatchObject({ code: 'unavailable' })
  for (const over of [...house, ...others]) (await over)()
  await new Promise(setImmediate)
  ;(await gates.enter('house'))()
})
