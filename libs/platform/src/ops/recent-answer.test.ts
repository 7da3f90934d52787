import { jest } from '@jest/globals'
import { RecentAnswer } from './recent-answer.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const settled = async (ms: number) => jest.advanceTimersByTimeAsync(ms)

describe('a recent answer', () => {
  it('is asked for once a second, however many ask', async () => {
    let asked = 0
    const answer = new RecentAnswer(async () => ++asked)
    expect(await Promise.all(Array.from({ length: 50 }, () => answer.get()))).not.toContain(false)
    await settled(900)
    await answer.get()
    expect(asked).toBe(1)
    await settled(200)
    await answer.get()
    expect(asked).toBe(2)
  })

  it('is no when what is behind fails, and yes again a second after it is back', async () => {
    let isAway = true
    const answer = new RecentAnswer(async () => {
      if (isAway) throw new Error('away')
    })
    expect(await answer.get()).toBe(false)
    isAway = false
    await settled(1100)
    expect(await answer.get()).toBe(true)
  })

  it('is no after three seconds when what is behind says nothing, and few questions hang there', async () => {
    let asked = 0
    const answer = new RecentAnswer(() => (asked++, new Promise(() => {})))
    for (let second = 0; second < 20; second++) {
      const said = answer.get()
      await settled(3000)
      expect(await said).toBe(false)
    }
    expect(asked).toBeLessThanOrEqual(20)
  })
})
