import { lastValueFrom, NEVER, Observable, of, throwError } from 'rxjs'
import { inTime } from './in-time.ts'

/** This process does nothing at all. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

describe('an answer', () => {
  // what was answered meanwhile is heard right after the timers that are due
  it.each([200, 600, 900])('counts where this process stood still for longer than the %i ms it may take', async ms => {
    const answering = new Observable<string>(subscriber => {
      setImmediate(() => {
        setImmediate(() => (subscriber.next('there'), subscriber.complete()))
        standStill(ms + 800)
      })
    })
    expect(await lastValueFrom(answering.pipe(inTime(ms)))).toBe('there')
  })

  it('that does not come is waited for so long', async () => {
    const began = performance.now()
    await expect(lastValueFrom(NEVER.pipe(inTime(700)))).rejects.toThrow('Timeout')
    expect(performance.now() - began).toBeGreaterThan(690)
  })

  it('is passed on as it is', async () => {
    expect(await lastValueFrom(of('there').pipe(inTime(50)))).toBe('there')
    await expect(lastValueFrom(throwError(() => new Error('away')).pipe(inTime(50)))).rejects.toThrow('away')
  })
})
