import { Observable, TimeoutError } from 'rxjs'

/** A timer that is late by more than this says that the process stood still: no answer could be heard meanwhile. */
const LOOK_MS = 500

/** TimeoutError where nothing comes within so long, in time in which this process ran. */
export const inTime =
  (ms: number) =>
  <T>(source: Observable<T>): Observable<T> =>
    new Observable(subscriber => {
      let [left, isLast] = [ms, false]
      let timer: NodeJS.Timeout
      const wait = (forMs: number): void => {
        const began = performance.now()
        timer = setTimeout(() => {
          left -= forMs
          const stoodStill = performance.now() - began > forMs + LOOK_MS
          if (left > 0) return wait(Math.min(left, LOOK_MS))
          if (isLast || !stoodStill) return subscriber.error(new TimeoutError())
          isLast = true
          wait(LOOK_MS)
        }, forMs)
      }
      wait(Math.min(left, LOOK_MS))
      const answers = source.subscribe(subscriber)
      return () => {
        clearTimeout(timer)
        answers.unsubscribe()
      }
    })
