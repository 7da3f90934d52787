import { type Confirmation, overlays } from './overlay-store.ts'

/** Asks before an action. The native `confirm` is used only where the specification names the confirmation (rule 28). */
export const confirmAction = (confirmation: Confirmation): Promise<boolean> =>
  new Promise(resolve => {
    const answer = (isConfirmed: boolean) => {
      overlays.set({ ...overlays.snapshot(), asked: null })
      resolve(isConfirmed)
    }
    overlays.set({ ...overlays.snapshot(), asked: { ...confirmation, answer } })
  })
