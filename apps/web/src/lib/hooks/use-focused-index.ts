import { useState, type FocusEvent } from 'react'

/**
 * Which place of a long list has the focus. It stays in the document, however far the page is scrolled:
 * the keyboard must not lose its place. Places carry data-index.
 */
export function useFocusedIndex() {
  const [index, setIndex] = useState<number | null>(null)
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const place = event.target.closest<HTMLElement>('[data-index]')
    setIndex(place ? Number(place.dataset['index']) : null)
  }
  return { index, handlers: { onFocus, onBlur: () => setIndex(null) } }
}
