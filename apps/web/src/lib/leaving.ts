type Ask = (leave: () => void) => void
let asking: Ask | undefined

/** Does at once what loses the screen; where something on it is unsaved, when the person says so. */
export const leaveScreen = (leave: () => void): void => (asking ? asking(leave) : leave())

/** Until what it answers is called. */
export function askBeforeLeaving(ask: Ask): () => void {
  asking = ask
  return () => (asking = undefined)
}
