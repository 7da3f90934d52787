import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls `read` for each new `key`, and again after `reload`. `value` is null until the first result for the key; during
 * a reload it keeps the previous result. Results are rendered in a transition. `read` must not reject.
 */
export function useLoaded<T>(key: string, read: () => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ key: string; attempt: number; value: T } | null>(null)
  const readLatest = useEffectEvent(read)
  useEffect(() => {
    let isActive = true
    void readLatest().then(value => isActive && startTransition(() => setLoaded({ key, attempt, value })))
    return () => {
      isActive = false
    }
  }, [key, attempt])
  const hasCurrentKey = loaded?.key === key
  return {
    value: hasCurrentKey ? loaded.value : null,
    isLoading: !hasCurrentKey || loaded.attempt !== attempt,
    reload: useCallback(() => setAttempt(count => count + 1), []),
  }
}

/** Calls `refresh` when the user returns to the page, and when the network connection returns. */
export function useRefreshOnReturn(refresh: () => void) {
  const refreshIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh()
  })
  useEffect(() => {
    const controller = new AbortController()
    const onReturn = () => refreshIfVisible()
    for (const event of ['online', 'focus']) window.addEventListener(event, onReturn, { signal: controller.signal })
    document.addEventListener('visibilitychange', onReturn, { signal: controller.signal })
    return () => controller.abort()
  }, [])
}
