import type { ReactNode } from 'react'
import { Store } from '../../lib/store.ts'

export type Toast = { id: number; text: string; ms: number; isError?: boolean; onUndo?: () => void }

export type Confirmation = {
  /** The question, such as 'Delete this webhook?' */
  title: string
  /** What follows from it. */
  text?: ReactNode
  /** The button that confirms: a verb. */
  action: string
  /** Names the other button where 'Cancel' could be misunderstood. */
  cancel?: string
  isDanger?: boolean
}

/** What OverlayHost shows: the newest toasts, and the confirmation that waits for an answer. */
type Overlays = {
  toasts: readonly Toast[]
  asked: (Confirmation & { answer: (isConfirmed: boolean) => void }) | null
}
export const overlays = new Store<Overlays>({ toasts: [], asked: null })
