import { type Confirmation, overlays } from './overlay-store.ts'

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
