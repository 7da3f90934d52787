const REST_MS = 150
let last = Number.NEGATIVE_INFINITY

// Scroll events do not bubble, but they can be caught on their way down to any scrolling part.
document.addEventListener('scroll', () => void (last = performance.now()), { capture: true, passive: true })

/** Something on the page moves under a finger or a wheel, or did a moment ago. */
export const isScrolling = (): boolean => performance.now() - last < REST_MS
