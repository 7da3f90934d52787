import { overlays, type Toast } from '../overlay/overlay-store.ts'

const SHOWN_MS = 4000
/** Long enough to read, decide and reach the button. */
const WITH_BUTTON_MS = 8000
let lastId = 0

function add(toast: Omit<Toast, 'id'>) {
  const { toasts, asked } = overlays.snapshot()
  overlays.set({ asked, toasts: [...toasts.slice(-2), { id: ++lastId, ...toast }] })
}

/** Confirms what was done, such as 'Link copied!'. */
export const showToast = (text: string, ms = SHOWN_MS) => add({ text, ms })

/** Explains why an action failed. In a dialog that stays open, use FailureNote instead. */
export const showError = (text: string) => add({ text, ms: WITH_BUTTON_MS, isError: true })

/** Confirms what was done and offers to undo it. */
export const showUndo = (text: string, onUndo: () => void) => add({ text, ms: WITH_BUTTON_MS, onUndo })
