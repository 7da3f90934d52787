import { jest } from '@jest/globals'
import { eventually } from './eventually.ts'

describe('an answer that is waited for', () => {
  afterEach(() => void jest.restoreAllMocks())

  it('is asked for until it is there, or the time is over', async () => {
    let asked = 0
    expect(await eventually(async () => (++asked === 3 ? 'there' : undefined), 10_000)).toBe('there')
    expect(await eventually(async () => undefined, 50)).toBeUndefined()
    expect(await eventually(async () => 'there', 0)).toBe('there')
  })

  it.each(['the process', 'the database'])('comes in time where %s stood still for longer', async who => {
    let stoodStill = 0
    const now = performance.now.bind(performance)
    jest.spyOn(performance, 'now').mockImplementation(() => now() + stoodStill)
    let asked = 0
    const ask = async () => {
      asked++
      if (asked === 2 && who === 'the database') stoodStill = 6000
      if (asked === 2 && who === 'the process') setTimeout(() => (stoodStill = 6000))
      return asked === 5 ? 'there' : undefined
    }
    expect(await eventually(ask, 2000)).toBe('there')
  })

  it('is given up at last where each question takes long', async () => {
    let passed = 0
    jest.spyOn(performance, 'now').mockImplementation(() => passed)
    let asked = 0
    const ask = async () => {
      asked++
      passed += 1000
      return undefined
    }
    expect(await eventually(ask, 2000)).toBeUndefined()
    expect(asked).toBeLessThan(10)
  })
})
