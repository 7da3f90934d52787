import { useCallback, useState } from 'react'
import { useSearchParams } from '../../../lib/router.ts'

/**
 * The text of the search box. It is also part of the address, so that returning from a tag shows the same cards; the field
 * itself does not wait for the address, which changes a little later.
 */
export function useTagSearch(): [string, (typed: string) => void] {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState(params.get('q') ?? '')
  const search = useCallback(
    (text: string) => {
      setTyped(text)
      setParams(text ? { q: text } : {}, { replace: true, state: { keepScroll: true } })
    },
    [setParams],
  )
  return [typed, search]
}
