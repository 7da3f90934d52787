import { Clock } from '../clock.ts'
import { Paused } from '../transport/transport.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

class Hand extends Clock {
  readonly asked: { ms: number; run: () => void }[] = []
  override after(ms: number, run: () => void) {
    this.asked.push({ ms, run })
  }
  strike() {
    for (const { run } of this.asked.splice(0)) run()
  }
}
let clock: Hand
let breaker: CircuitBreaker
beforeEach(() => {
  clock = new Hand()
  breaker = new CircuitBreaker(clock, { firstMs: 100, maxMs: 800 })
})
const fail = (times: number) => Array.from({ length: times }, () => breaker.failed()).at(-1)
const enters = (): boolean => {
  try {
    breaker.enter()
    return true
  } catch (error) {
    if (error instanceof Paused) return false
    throw error
  }
}

it('what fails for itself stops nobody', () => {
  expect(fail(2)).toBeUndefined()
  expect(enters()).toBe(true)
  breaker.succeeded()
  expect(fail(2)).toBeUndefined()
  expect(enters()).toBe(true)
})

it('after several in a row nobody tries, until one may', () => {
  expect(fail(3)).toBeInstanceOf(Paused)
  expect([enters(), enters()]).toEqual([false, false])
  clock.strike()
  expect([enters(), enters()]).toEqual([true, false])
})

it('asks less and less often, up to a limit, and not with others in step', () => {
  const waits = [3, 1, 1, 1, 1, 1].map(times => {
    clock.asked.length = 0
    fail(times)
    return clock.asked.at(-1)?.ms ?? 0
  })
  for (const [index, most] of [100, 200, 400, 800, 800, 800].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(most / 2)
    expect(waits[index]).toBeLessThanOrEqual(most)
  }
})

it('an event that needed nothing closes nothing: another one may try', () => {
  fail(3)
  clock.strike()
  expect(enters()).toBe(true)
  breaker.skipped()
  expect([breaker.isOpen, enters(), enters()]).toEqual([true, true, false])
})

it('wakes one after another to try, and all when one succeeded', async () => {
  const woken: number[] = []
  const wait = (index: number) => void fail(index === 0 ? 3 : 1)?.until.then(() => void woken.push(index))
  for (let index = 0; index < 4; index++) wait(index)
  clock.strike()
  await Promise.resolve()
  expect(woken).toEqual([0])
  wait(4)
  clock.strike()
  await Promise.resolve()
  expect(woken).toEqual([0, 1])
  breaker.succeeded()
  await Promise.resolve()
  expect(woken).toEqual([0, 1, 2, 3, 4])
  expect(enters()).toBe(true)
})
