import { jest } from '@jest/globals'
import { isFinishedWithin, tryWithin, pollUntilFound, TimeoutError, withTimeout } from './time.ts'

const never = new Promise<never>(() => {})
const reject = () => Promise.reject(new Error('failed'))

it('a promise that settles in time keeps its value or its error', async () => {
  expect(await withTimeout(Promise.resolve(1), 60_000)).toBe(1)
  await expect(withTimeout(reject(), 60_000)).rejects.toThrow('failed')
})

it('a promise that takes longer rejects with a TimeoutError, or with the given error', async () => {
  await expect(withTimeout(never, 1)).rejects.toThrow(TimeoutError)
  await expect(withTimeout(never, 1, () => new Error('busy'))).rejects.toThrow('busy')
})

it('an optional value is undefined if it fails or is late', async () => {
  expect(await Promise.all([tryWithin(never, 1), tryWithin(reject(), 60_000)])).toEqual([undefined, undefined])
  expect(await tryWithin(Promise.resolve(1), 60_000)).toBe(1)
})

it('a wait ends with the promise or after the timeout, and rejects only for an error before the timeout', async () => {
  expect(await Promise.all([isFinishedWithin(Promise.resolve(), 60_000), isFinishedWithin(never, 1)])).toEqual([
    true,
    false,
  ])
  await expect(isFinishedWithin(reject(), 60_000)).rejects.toThrow('failed')
})

describe('polling for a value', () => {
  afterEach(() => void jest.restoreAllMocks())

  it('ends when the value is found or after the timeout', async () => {
    let attempts = 0
    expect(await pollUntilFound(async () => (++attempts === 3 ? 'there' : undefined), 10_000)).toBe('there')
    expect(await pollUntilFound(async () => undefined, 50)).toBeUndefined()
    expect(await pollUntilFound(async () => 'there', 0)).toBe('there')
  })

  it.each(['the process', 'the database'])('does not count time during which %s was suspended', async suspended => {
    let suspendedMs = 0
    const now = performance.now.bind(performance)
    jest.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs)
    let attempts = 0
    const probe = async () => {
      attempts++
      if (attempts === 2 && suspended === 'the database') suspendedMs = 6000
      if (attempts === 2 && suspended === 'the process') setTimeout(() => (suspendedMs = 6000))
      return attempts === 5 ? 'there' : undefined
    }
    expect(await pollUntilFound(probe, 2000)).toBe('there')
  })

  it('times out even if every attempt is slow', async () => {
    let elapsedMs = 0
    jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    let attempts = 0
    const probe = async () => {
      attempts++
      elapsedMs += 1000
      return undefined
    }
    expect(await pollUntilFound(probe, 2000)).toBeUndefined()
    expect(attempts).toBeLessThan(10)
  })
})
