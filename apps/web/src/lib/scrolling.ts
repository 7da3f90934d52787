const REST_MS = 150
const waiting = new Set<() => void>()
let timer = 0
let isPressed = false

function moved(): void {
  clearTimeout(timer)
  timer = window.setTimeout(rested, REST_MS)
}

function rested(): void {
  // An element that moves under a pressed pointer receives the release, and the click is lost.
  if (isPressed) return moved()
  timer = 0
  const all = [...waiting]
  waiting.clear()
  for (const one of all) one()
}

document.addEventListener('scroll', moved, { capture: true, passive: true })

for (const [type, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const)
  document.addEventListener(type, () => void (isPressed = pressed), { capture: true, passive: true })

/** Whether something on the page is scrolling, or was a moment ago. */
export const isScrolling = (): boolean => timer !== 0

/** Calls once when scrolling has stopped for a moment. Returns the function that cancels. */
export function onRest(call: () => void): () => void {
  if (!isScrolling()) moved()
  waiting.add(call)
  return () => waiting.delete(call)
}
