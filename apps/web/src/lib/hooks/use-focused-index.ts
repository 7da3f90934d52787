import { useState, type FocusEvent } from 'react'

/**
 * The index of the focused item in a long list. The item stays in the document while the page scrolls, so that keyboard users
 * keep their position. Items carry data-index.
 */
export function useFocusedIndex() {
  const [index, setIndex] = useState<number | null>(null)
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const place = event.target.closest<HTMLElement>('[data-index]')
    setIndex(place ? Number(place.dataset['index']) : null)
  }
  return { index, handlers: { onFocus, onBlur: () => setIndex(null) } }
}
