import type { ReactNode } from 'react'
import { Store } from '../../lib/store.ts'

export type Toast = { id: number; text: string; ms: number; isError?: boolean; onUndo?: () => void }

export type Confirmation = {
  /** The question, such as 'Delete this webhook?' */
  title: string
  /** The consequences. */
  text?: ReactNode
  /** The label of the button that confirms: a verb. */
  action: string
  /** The label of the other button where 'Cancel' could be misunderstood. */
  cancel?: string
  isDanger?: boolean
}

/** The state of OverlayHost: the newest toasts and the confirmation that is open. */
type Overlays = {
  toasts: readonly Toast[]
  asked: (Confirmation & { answer: (isConfirmed: boolean) => void }) | null
}
export const overlays = new Store<Overlays>({ toasts: [], asked: null })
