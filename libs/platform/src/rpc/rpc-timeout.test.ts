import { jest } from '@jest/globals'
import { lastValueFrom, NEVER, of, Subject, throwError } from 'rxjs'
import { rpcTimeout } from './rpc-timeout.ts'

describe('the timeout of a call', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it('fails the call after the given time', async () => {
    const failed = jest.fn()
    lastValueFrom(NEVER.pipe(rpcTimeout(700))).catch(failed)
    await jest.advanceTimersByTimeAsync(699)
    expect(failed).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
  })

  it.each([200, 600, 900])(
    'accepts an answer that arrives right after a suspension longer than the timeout of %i ms',
    async ms => {
      const answers = new Subject<string>()
      const answer = lastValueFrom(answers.pipe(rpcTimeout(ms)))
      await suspended(ms)
      answers.next('there')
      answers.complete()
      expect(await answer).toBe('there')
    },
  )

  it('fails the call if no answer arrives soon after a suspension', async () => {
    const failed = jest.fn()
    lastValueFrom(NEVER.pipe(rpcTimeout(200))).catch(failed)
    await suspended(200)
    expect(failed).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(500)
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('passes results and errors on unchanged', async () => {
    expect(await lastValueFrom(of('there').pipe(rpcTimeout(50)))).toBe('there')
    await expect(lastValueFrom(throwError(() => new Error('away')).pipe(rpcTimeout(50)))).rejects.toThrow('away')
  })
})

/** Simulates a suspension of five seconds: the timer, which checks every 500 ms, fires late by that time. */
async function suspended(ms: number): Promise<void> {
  const now = performance.now()
  jest.spyOn(performance, 'now').mockReturnValue(now + ms + 5000)
  await jest.advanceTimersByTimeAsync(Math.min(ms, 500))
}
