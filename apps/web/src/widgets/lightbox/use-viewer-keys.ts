import { useEffect, useRef, type RefObject } from 'react'
import { isTyping } from '../../lib/is-typing.ts'

/** By the key's name, letters in lower case. A key without an action is left to the browser. */
export type ViewerKeys = Record<string, (() => void) | undefined>

/** Held down, these go on; a letter would switch to and fro. */
const isRepeatable = (key: string) => key.startsWith('Arrow') || key === '+' || key === '=' || key === '-'

/** Typed as text, part of a shortcut, or pressed in another dialog on top. */
function isOfOthers(event: KeyboardEvent, dialog: HTMLDialogElement | null): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return true
  // When a focused control disappears the keys arrive at the body, which is still this dialog's business.
  const owner = event.target instanceof Element ? event.target.closest('dialog') : null
  return owner !== null && owner !== dialog
}

/** What keys do in a viewer for as long as it is mounted. */
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
