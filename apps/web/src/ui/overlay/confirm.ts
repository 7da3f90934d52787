import type { ReactNode } from 'react'
import { Store } from '../../lib/store.ts'

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

/** The confirmation on screen, for ConfirmationHost. */
export const confirmation = new Store<(Confirmation & { answer: (isConfirmed: boolean) => void }) | null>(null)

/** Asks before an action. The native `confirm` is used only where the specification names the confirmation (rule 28). */
export const confirmAction = (asked: Confirmation): Promise<boolean> =>
  new Promise(resolve => {
    const answer = (isConfirmed: boolean) => {
      confirmation.set(null)
      resolve(isConfirmed)
    }
    confirmation.set({ ...asked, answer })
  })
