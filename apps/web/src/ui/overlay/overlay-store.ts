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
