import { Clock } from '../async/time.ts'
import { Paused } from '../transport/transport.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

class ManualClock extends Clock {
  readonly timers: { ms: number; run: () => void }[] = []
  override after(ms: number, run: () => void) {
    this.timers.push({ ms, run })
  }
  runTimers() {
    for (const { run } of this.timers.splice(0)) run()
  }
}
let clock: ManualClock
let breaker: CircuitBreaker
beforeEach(() => {
  clock = new ManualClock()
  breaker = new CircuitBreaker(clock, { firstDelayMs: 100, maxDelayMs: 800 })
})
const fail = (times: number) => Array.from({ length: times }, () => breaker.recordFailure()).at(-1)
const isAdmitted = (): boolean => {
  try {
    breaker.admitEvent()
    return true
  } catch (error) {
    if (error instanceof Paused) return false
    throw error
  }
}

it('stays closed for fewer consecutive failures than the limit', () => {
  expect(fail(2)).toBeUndefined()
  expect(isAdmitted()).toBe(true)
  breaker.recordSuccess()
  expect(fail(2)).toBeUndefined()
  expect(isAdmitted()).toBe(true)
})

it('opens after several consecutive failures, and admits one event as a probe after a delay', () => {
  expect(fail(3)).toBeInstanceOf(Paused)
  expect([isAdmitted(), isAdmitted()]).toEqual([false, false])
  clock.runTimers()
  expect([isAdmitted(), isAdmitted()]).toEqual([true, false])
})

it('doubles the delay between probes up to a limit, with jitter', () => {
  const waits = [3, 1, 1, 1, 1, 1].map(times => {
    clock.timers.length = 0
    fail(times)
    return clock.timers.at(-1)?.ms ?? 0
  })
  for (const [index, delayMs] of [100, 200, 400, 800, 800, 800].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(delayMs / 2)
    expect(waits[index]).toBeLessThanOrEqual(delayMs)
  }
})

it('stays open if the probe did not use the dependency, and admits another probe', () => {
  fail(3)
  clock.runTimers()
  expect(isAdmitted()).toBe(true)
  breaker.recordSkip()
  expect([breaker.isOpen, isAdmitted(), isAdmitted()]).toEqual([true, true, false])
})

it('resumes one waiting event at a time as a probe, and all waiting events after a success', async () => {
  const resumed: number[] = []
  const wait = (index: number) => void fail(index === 0 ? 3 : 1)?.until.then(() => void resumed.push(index))
  for (let index = 0; index < 4; index++) wait(index)
  clock.runTimers()
  await Promise.resolve()
  expect(resumed).toEqual([0])
  wait(4)
  clock.runTimers()
  await Promise.resolve()
  expect(resumed).toEqual([0, 1])
  breaker.recordSuccess()
  await Promise.resolve()
  expect(resumed).toEqual([0, 1, 2, 3, 4])
  expect(isAdmitted()).toBe(true)
})
