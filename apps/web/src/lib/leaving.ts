type Ask = (leave: () => void) => void
let asking: Ask | undefined

/** Runs an action that closes the screen: at once, or after the user confirms to lose unsaved changes. */
export const leaveScreen = (leave: () => void): void => (asking ? asking(leave) : leave())

/** Registers the question. Returns the function that removes it. */
export function askBeforeLeaving(ask: Ask): () => void {
  asking = ask
  return () => (asking = undefined)
}
