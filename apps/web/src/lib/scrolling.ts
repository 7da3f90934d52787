const REST_MS = 150
const waiting = new Set<() => void>()
let timer = 0

function moved(): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => {
    timer = 0
    const all = [...waiting]
    waiting.clear()
    for (const one of all) one()
  }, REST_MS)
}

// Scroll events do not bubble, but they can be caught on their way down to any scrolling part.
document.addEventListener('scroll', moved, { capture: true, passive: true })

/** Something on the page moves under a finger or a wheel, or did a moment ago. */
export const isScrolling = (): boolean => timer !== 0

/** Calls once, when the page has rested for a moment; answers how to call it off. */
export function onRest(call: () => void): () => void {
  if (!isScrolling()) moved()
  waiting.add(call)
  return () => waiting.delete(call)
}
