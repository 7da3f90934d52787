import { overlays, type Toast } from '../overlay/overlay-store.ts'

const TOAST_MS = 4000
/** The duration of a toast with a button, so that users have time to read the text and to reach the button. */
const TOAST_WITH_BUTTON_MS = 8000
let lastToastId = 0

function addToast(toast: Omit<Toast, 'id'>) {
  const { toasts, openConfirmation } = overlays.snapshot()
  overlays.set({ openConfirmation, toasts: [...toasts.slice(-2), { id: ++lastToastId, ...toast }] })
}

/** Confirms a completed action, such as 'Link copied!'. */
export const showToast = (text: string, ms = TOAST_MS) => addToast({ text, ms })

/** Explains why an action failed. Dialogs that stay open use FailureNote instead. */
export const showError = (text: string) => addToast({ text, ms: TOAST_WITH_BUTTON_MS, isError: true })

/** Confirms a completed action and offers to undo it. */
export const showUndo = (text: string, onUndo: () => void) => addToast({ text, ms: TOAST_WITH_BUTTON_MS, onUndo })
