import { jest } from '@jest/globals'
import { lastValueFrom, NEVER, of, Subject, throwError } from 'rxjs'
import { inTime } from './in-time.ts'

describe('an answer', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  it('is waited for until its time is over', async () => {
    const failed = jest.fn()
    lastValueFrom(NEVER.pipe(inTime(700))).catch(failed)
    await jest.advanceTimersByTimeAsync(699)
    expect(failed).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
  })

  it.each([200, 600, 900])(
    'counts when it arrives right after a suspension longer than the %i ms it may take',
    async ms => {
      const answers = new Subject<string>()
      const answer = lastValueFrom(answers.pipe(inTime(ms)))
      await suspended(ms)
      answers.next('there')
      answers.complete()
      expect(await answer).toBe('there')
    },
  )

  it('that does not come soon after a suspension is a timeout', async () => {
    const failed = jest.fn()
    lastValueFrom(NEVER.pipe(inTime(200))).catch(failed)
    await suspended(200)
    expect(failed).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(500)
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('is passed on as it is', async () => {
    expect(await lastValueFrom(of('there').pipe(inTime(50)))).toBe('there')
    await expect(lastValueFrom(throwError(() => new Error('away')).pipe(inTime(50)))).rejects.toThrow('away')
  })
})

/** The process does not run for seconds: the first timer of the answer, which checks every 500 ms, is late by that much. */
async function suspended(ms: number): Promise<void> {
  const now = performance.now()
  jest.spyOn(performance, 'now').mockReturnValue(now + ms + 5000)
  await jest.advanceTimersByTimeAsync(Math.min(ms, 500))
}
