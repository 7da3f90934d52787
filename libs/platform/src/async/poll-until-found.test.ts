import { jest } from '@jest/globals'
import { pollUntilFound } from './timeout.ts'

describe('polling for a value', () => {
  afterEach(() => void jest.restoreAllMocks())

  it('ends when the value is found or after the timeout', async () => {
    let asked = 0
    expect(await pollUntilFound(async () => (++asked === 3 ? 'there' : undefined), 10_000)).toBe('there')
    expect(await pollUntilFound(async () => undefined, 50)).toBeUndefined()
    expect(await pollUntilFound(async () => 'there', 0)).toBe('there')
  })

  it.each(['the process', 'the database'])('does not count time during which %s was suspended', async suspended => {
    let suspendedMs = 0
    const now = performance.now.bind(performance)
    jest.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs)
    let asked = 0
    const ask = async () => {
      asked++
      if (asked === 2 && suspended === 'the database') suspendedMs = 6000
      if (asked === 2 && suspended === 'the process') setTimeout(() => (suspendedMs = 6000))
      return asked === 5 ? 'there' : undefined
    }
    expect(await pollUntilFound(ask, 2000)).toBe('there')
  })

  it('times out even if every attempt is slow', async () => {
    let passed = 0
    jest.spyOn(performance, 'now').mockImplementation(() => passed)
    let asked = 0
    const ask = async () => {
      asked++
      passed += 1000
      return undefined
    }
    expect(await pollUntilFound(ask, 2000)).toBeUndefined()
    expect(asked).toBeLessThan(10)
  })
})
