import { finishedWithin, optionalWithin, TimeoutError, withTimeout } from './timeout.ts'

const never = new Promise<never>(() => {})
const failed = () => Promise.reject(new Error('failed'))

it('a promise that settles in time keeps its value or its error', async () => {
  expect(await withTimeout(Promise.resolve(1), 60_000)).toBe(1)
  await expect(withTimeout(failed(), 60_000)).rejects.toThrow('failed')
})

it('a promise that takes longer rejects with a TimeoutError, or with the given error', async () => {
  await expect(withTimeout(never, 1)).rejects.toThrow(TimeoutError)
  await expect(withTimeout(never, 1, () => new Error('busy'))).rejects.toThrow('busy')
})

it('an optional value is undefined if it fails or is late', async () => {
  expect(await Promise.all([optionalWithin(never, 1), optionalWithin(failed(), 60_000)])).toEqual([
    undefined,
    undefined,
  ])
  expect(await optionalWithin(Promise.resolve(1), 60_000)).toBe(1)
})

it('a wait ends with the promise or after the timeout, and rejects only for an error before the timeout', async () => {
  expect(await Promise.all([finishedWithin(Promise.resolve(), 60_000), finishedWithin(never, 1)])).toEqual([
    true,
    false,
  ])
  await expect(finishedWithin(failed(), 60_000)).rejects.toThrow('failed')
})
