import { useEffect, useLayoutEffect, useRef } from 'react'
import { moveToasts } from '../feedback/toast-region.ts'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

const openDialogs: HTMLDialogElement[] = []

/** Keeps Tab inside the dialog; by default it could move to the address bar. */
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

/** Tab, Escape and presses on the backdrop, until the returned controller is aborted. */
function listen(dialog: HTMLDialogElement, close: () => void): AbortController {
  const listening = new AbortController()
  const { signal } = listening
  dialog.addEventListener('keydown', event => keepTabInside(dialog, event), { signal })
  dialog.addEventListener(
    'cancel',
    event => {
      // A file input inside the dialog also sends a cancel event.
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    },
    { signal },
  )
  // A press that starts inside and ends outside, such as selecting text, does not close the dialog.
  dialog.addEventListener(
    'pointerdown',
    event => {
      if (event.target !== dialog) return
      dialog.addEventListener('click', last => last.target === dialog && close(), { signal, once: true })
    },
    { signal },
  )
  return listening
}

/**
 * Opens a native dialog while its component is mounted. The focus moves in, the rest of the page is inert, Escape and a press
 * on the backdrop call `onClose`, and the focus returns to where it was.
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
    openDialogs.push(dialog)
    moveToasts(dialog)
    // React's autoFocus runs before the dialog opens, when nothing in it can be focused.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const listening = listen(dialog, () => close.current())
    return () => {
      listening.abort()
      dialog.close()
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
      moveToasts(openDialogs.at(-1) ?? document.body)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
