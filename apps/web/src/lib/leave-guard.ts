type ConfirmLeaving = (leave: () => void) => void
let activeConfirmation: ConfirmLeaving | undefined

/** Runs an action that leaves the screen. If there are unsaved changes, the user must confirm first. */
export const leaveScreen = (leave: () => void): void => (activeConfirmation ? activeConfirmation(leave) : leave())

/** Registers a function that asks the user to confirm the loss of changes. Returns the function that unregisters it. */
export function confirmBeforeLeaving(confirmation: ConfirmLeaving): () => void {
  activeConfirmation = confirmation
  return () => (activeConfirmation = undefined)
}
