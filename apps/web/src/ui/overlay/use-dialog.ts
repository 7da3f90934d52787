import { useEffect, useLayoutEffect, useRef } from 'react'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Tab walks around inside: the browser's own dialog would let it leave for the address bar. */
function keepTabInside(dialog: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(x => x.tabIndex >= 0 && x.checkVisibility())
  const [first, last] = [stops.at(0), stops.at(-1)]
  if (!first || !last) return event.preventDefault()
  const leaving = event.shiftKey ? first : last
  if (document.activeElement !== leaving && dialog.contains(document.activeElement)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}

/**
 * Opens a native dialog for as long as its component is mounted: focus moves in, the rest of the page is inert,
 * Escape and a press on the backdrop ask to close, and the focus returns to where it came from.
 */
export function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    // React's autoFocus comes too early: what is in a closed dialog cannot take the focus.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const listening = new AbortController()
    const { signal } = listening
    dialog.addEventListener('keydown', event => keepTabInside(dialog, event), { signal })
    dialog.addEventListener(
      'cancel',
      event => {
        // A file input inside sends its own cancel event up.
        if (event.target !== dialog) return
        event.preventDefault()
        close.current()
      },
      { signal },
    )
    // A press that starts inside and ends outside (selecting text) is no press on the backdrop.
    dialog.addEventListener(
      'pointerdown',
      event => {
        if (event.target !== dialog) return
        dialog.addEventListener('click', last => last.target === dialog && close.current(), { signal, once: true })
      },
      { signal },
    )
    return () => {
      listening.abort()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
