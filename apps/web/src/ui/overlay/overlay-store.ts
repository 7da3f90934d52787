import type { ReactNode } from 'react'
import { Store } from '../../lib/store.ts'

export type Toast = { id: number; text: string; ms: number; isError?: boolean; onUndo?: () => void }

export type Confirmation = {
  /** The question to the user, such as 'Delete this webhook?' */
  title: string
  /** The consequences. */
  text?: ReactNode
  /** The label of the confirming button, which is a verb. */
  action: string
  /** The label of the canceling button. Default: 'Cancel'. */
  cancel?: string
  isDanger?: boolean
}

/** The state of OverlayHost: the newest toasts and the open confirmation dialog. */
type OverlayState = {
  toasts: readonly Toast[]
  openConfirmation: (Confirmation & { respond: (isConfirmed: boolean) => void }) | null
}
export const overlays = new Store<OverlayState>({ toasts: [], openConfirmation: null })

/**
 * Asks the user to confirm an action in a dialog. Confirmations that the specification describes use the native
 * `confirm` instead (rule 28).
 */
export const confirmAction = (confirmation: Confirmation): Promise<boolean> =>
  new Promise(resolve => {
    const respond = (isConfirmed: boolean) => {
      overlays.set({ ...overlays.snapshot(), openConfirmation: null })
      resolve(isConfirmed)
    }
    overlays.set({ ...overlays.snapshot(), openConfirmation: { ...confirmation, respond } })
  })

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
