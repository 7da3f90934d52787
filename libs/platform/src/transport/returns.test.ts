import { Returns } from './returns.ts'

describe('messages given back to the server', () => {
  it('come again one behind the other, twice as fast as they can be handled', () => {
    const returns = new Returns()
    const delays = Array.from({ length: 200 }, () => returns.after('alice', 50, 0))
    expect([delays[0], delays[99], delays[199]]).toEqual([250, 2500, 5000])
    expect(returns.after('bob', 50, 0)).toBe(250)
  })
  it('come again at most 200 a second, however many there are, and within ten seconds where there are few', () => {
    const returns = new Returns()
    const delays = Array.from({ length: 20_000 }, () => returns.after('alice', 1000, 0))
    expect(Math.max(...delays.slice(0, 1900))).toBe(10_000)
    const perSecond = Map.groupBy(delays.slice(2000), delay => Math.floor(delay / 1000))
    for (const [second, some] of [...perSecond].slice(1)) expect([second, some.length <= 201]).toEqual([second, true])
  })
  it('are forgotten once they came: later ones do not wait for them', () => {
    const returns = new Returns()
    for (let i = 0; i < 20_000; i++) returns.after('alice', 1000, 0)
    expect(returns.after('alice', 50, 200_000)).toBe(250)
    for (let i = 0; i < 1000; i++) returns.after('alice', 1000, 200_000)
    expect(returns.after('alice', 1000, 200_000)).toBe(10_000)
  })
})
