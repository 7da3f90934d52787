import { useEffect, useRef, type RefObject } from 'react'
import { isTyping } from '../../lib/is-typing.ts'

/** By the name of the key, letters in lower case. A key without an action is left to the browser. */
export type ViewerKeys = Record<string, (() => void) | undefined>

/** Held down, these repeat; a letter would toggle repeatedly. */
const isRepeatable = (key: string) => key.startsWith('Arrow') || key === '+' || key === '=' || key === '-'

/** Typed as text, part of a shortcut, or pressed in another dialog on top. */
function isOfOthers(event: KeyboardEvent, dialog: HTMLDialogElement | null): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return true
  // When a focused control disappears, the body receives the keys, which are still meant for this dialog.
  const owner = event.target instanceof Element ? event.target.closest('dialog') : null
  return owner !== null && owner !== dialog
}

/** Keyboard shortcuts of a viewer while it is mounted. */
export function useViewerKeys(dialog: RefObject<HTMLDialogElement | null>, keys: ViewerKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isOfOthers(event, dialog.current)) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = latest.current[key]
      if (!act || (event.repeat && !isRepeatable(key))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dialog])
}
