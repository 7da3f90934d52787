import { eventually } from './eventually.ts'

/** As when the machine, or the database alone, stands still. */
const standStill = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('an answer that comes soon after a standstill is waited for, however long that took', async () => {
  let looks = 0
  const ask = async () => {
    if (++looks === 1) standStill(600)
    return looks > 3 ? 'there' : undefined
  }
  expect(await eventually(ask, 400)).toBe('there')
})

it('what does not come is waited for as long as is said', async () => {
  const began = performance.now()
  expect(await eventually(async () => undefined, 100)).toBeUndefined()
  expect(performance.now() - began).toBeGreaterThanOrEqual(100)
})

it('without a time it is asked once', async () => {
  let looks = 0
  expect(await eventually(async () => void looks++, 0)).toBeUndefined()
  expect(looks).toBe(1)
})
