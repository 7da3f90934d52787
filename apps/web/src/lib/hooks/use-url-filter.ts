import { useCallback } from 'react'
import { useSearchParams } from '../router.tsx'

/** Stores the filters of a list in the URL, so that links include them and Back restores them. */
export function useUrlFilter<F extends object>(names: readonly (keyof F & string)[]) {
  const [params, setParams] = useSearchParams()
  const filter = Object.fromEntries(names.flatMap(name => (params.get(name) ? [[name, params.get(name)]] : []))) as F
  const change = useCallback(
    (patch: Partial<Record<keyof F, string>>) =>
      setParams(
        current => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries<string | undefined>(patch))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return { filter, change }
}
