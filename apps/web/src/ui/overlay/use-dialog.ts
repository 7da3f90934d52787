import { useEffect, useLayoutEffect, useRef } from 'react'
import { moveToasts } from '../feedback/toast-region.ts'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** The open dialogs, the topmost last. */
const openDialogs: HTMLDialogElement[] = []

/** Makes Tab cycle through the elements of the dialog, because the browser would move the focus to the address bar. */
function keepTabInside(dialog: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const focusableElements = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    element => element.tabIndex >= 0 && element.checkVisibility(),
  )
  const [first, last] = [focusableElements.at(0), focusableElements.at(-1)]
  if (!first || !last) return event.preventDefault()
  const edgeElement = event.shiftKey ? first : last
  if (document.activeElement !== edgeElement && dialog.contains(document.activeElement)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}

/** Handles Tab, Escape and presses on the backdrop. Aborting the returned controller removes the event listeners. */
function listenToDialogEvents(dialog: HTMLDialogElement, close: () => void): AbortController {
  const abortController = new AbortController()
  const { signal } = abortController
  dialog.addEventListener('keydown', event => keepTabInside(dialog, event), { signal })
  dialog.addEventListener(
    'cancel',
    event => {
      // Ignores the cancel event of a file input inside the dialog, which fires when the user cancels the file dialog.
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    },
    { signal },
  )
  // The dialog is not closed by a press that starts inside and ends outside, for example when the user selects text.
  dialog.addEventListener(
    'pointerdown',
    event => {
      if (event.target !== dialog) return
      dialog.addEventListener('click', click => click.target === dialog && close(), { signal, once: true })
    },
    { signal },
  )
  return abortController
}

/**
 * Opens a native modal dialog while its component is mounted and moves the focus into it. Escape and a press on the
 * backdrop call `onClose`. Afterwards the focus returns to the previous element.
 */
export function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const latestOnClose = useRef(onClose)
  useEffect(() => {
    latestOnClose.current = onClose
  })
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const previousFocus = document.activeElement
    dialog.showModal()
    openDialogs.push(dialog)
    moveToasts(dialog)
    // Elements with data-autofocus are focused here, because React applies autoFocus before the dialog opens, when they
    // are still hidden.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const abortController = listenToDialogEvents(dialog, () => latestOnClose.current())
    return () => {
      abortController.abort()
      dialog.close()
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
      moveToasts(openDialogs.at(-1) ?? document.body)
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected)
        previousFocus.focus({ preventScroll: true })
    }
  }, [])
  return ref
}
