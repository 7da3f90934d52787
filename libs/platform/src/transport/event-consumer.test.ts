import { RedeliverySchedule } from './event-consumer.ts'

describe('returned messages', () => {
  it('are redelivered one after another at twice the handling rate', () => {
    const schedule = new RedeliverySchedule()
    const delays = Array.from({ length: 200 }, () => schedule.delayFor('alice', 50, 0))
    expect([delays[0], delays[99], delays[199]]).toEqual([250, 2500, 5000])
    expect(schedule.delayFor('bob', 50, 0)).toBe(250)
  })
  it('are redelivered at most 200 times per second, and within ten seconds if there are few', () => {
    const schedule = new RedeliverySchedule()
    const delays = Array.from({ length: 20_000 }, () => schedule.delayFor('alice', 1000, 0))
    expect(Math.max(...delays.slice(0, 1900))).toBe(10_000)
    const perSecond = Map.groupBy(delays.slice(2000), delay => Math.floor(delay / 1000))
    for (const [second, some] of [...perSecond].slice(1)) expect([second, some.length <= 201]).toEqual([second, true])
  })
  it('do not delay later messages once they have been redelivered', () => {
    const schedule = new RedeliverySchedule()
    for (let i = 0; i < 20_000; i++) schedule.delayFor('alice', 1000, 0)
    expect(schedule.delayFor('alice', 50, 200_000)).toBe(250)
    for (let i = 0; i < 1000; i++) schedule.delayFor('alice', 1000, 200_000)
    expect(schedule.delayFor('alice', 1000, 200_000)).toBe(10_000)
  })
})
