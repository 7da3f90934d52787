const REST_MS = 150
const waiting = new Set<() => void>()
let timer = 0
let isPressed = false

function moved(): void {
  clearTimeout(timer)
  timer = window.setTimeout(rested, REST_MS)
}

function rested(): void {
  // What comes under a pointer that is down takes the release, and the press is lost.
  if (isPressed) return moved()
  timer = 0
  const all = [...waiting]
  waiting.clear()
  for (const one of all) one()
}

// Scroll events do not bubble, but they can be caught on their way down to any scrolling part.
document.addEventListener('scroll', moved, { capture: true, passive: true })

for (const [type, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const)
  document.addEventListener(type, () => void (isPressed = pressed), { capture: true, passive: true })

/** Something on the page moves under a finger or a wheel, or did a moment ago. */
export const isScrolling = (): boolean => timer !== 0

/** Calls once, when the page has rested for a moment; answers how to call it off. */
export function onRest(call: () => void): () => void {
  if (!isScrolling()) moved()
  waiting.add(call)
  return () => waiting.delete(call)
}
