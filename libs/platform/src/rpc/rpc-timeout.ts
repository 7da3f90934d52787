import { Observable, TimeoutError } from 'rxjs'

/** If a timer is late by more than this, the process was suspended and could not receive an answer. */
const CHECK_MS = 500

/** Fails with a TimeoutError after `ms`. After a suspension of the process it grants CHECK_MS for answers that have arrived. */
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
          const wasSuspended = performance.now() - began > forMs + CHECK_MS
          if (remaining > 0) return wait(Math.min(remaining, CHECK_MS))
          if (isLast || !wasSuspended) return subscriber.error(new TimeoutError())
          isLast = true
          wait(CHECK_MS)
        }, forMs)
      }
      wait(Math.min(remaining, CHECK_MS))
      const answers = source.subscribe(subscriber)
      return () => {
        clearTimeout(timer)
        answers.unsubscribe()
      }
    })
