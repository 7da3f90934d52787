import { useEffect, type RefObject } from 'react'
import { isTyping } from '../is-typing.ts'

/** Focuses a field when the user presses a key, unless they are typing or a dialog is open. */
export function useFocusShortcut(ref: RefObject<HTMLInputElement | null>, key: string | undefined) {
  useEffect(() => {
    if (!key) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isOther = event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
      if (isOther || isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      ref.current?.focus()
      ref.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref, key])
}
