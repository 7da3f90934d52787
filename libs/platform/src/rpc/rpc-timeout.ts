import { Observable, TimeoutError } from 'rxjs'

/** If a timer is late by more than this, the process was suspended and could not receive an answer. */
const CHECK_INTERVAL_MS = 500

/**
 * Fails with a TimeoutError after `ms`. After a suspension of the process it waits for another CHECK_MS, so that responses that have
 * arrived are processed.
 */
export const rpcTimeout =
  (ms: number) =>
  <T>(source: Observable<T>): Observable<T> =>
    new Observable(subscriber => {
      let [remaining, isLast] = [ms, false]
      let timer: NodeJS.Timeout
      const wait = (forMs: number): void => {
        const began = performance.now()
        timer = setTimeout(() => {
          remaining -= forMs
          const wasSuspended = performance.now() - began > forMs + CHECK_INTERVAL_MS
          if (remaining > 0) return wait(Math.min(remaining, CHECK_INTERVAL_MS))
          if (isLast || !wasSuspended) return subscriber.error(new TimeoutError())
          isLast = true
          wait(CHECK_INTERVAL_MS)
        }, forMs)
      }
      wait(Math.min(remaining, CHECK_INTERVAL_MS))
      const answers = source.subscribe(subscriber)
      return () => {
        clearTimeout(timer)
        answers.unsubscribe()
      }
    })
