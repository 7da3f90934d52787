import { useEffect, useState } from 'react'

const SCROLL_STOP_MS = 150
const stopListeners = new Set<() => void>()
let stopTimer = 0
let isPointerPressed = false

function handleScroll(): void {
  clearTimeout(stopTimer)
  stopTimer = window.setTimeout(handleScrollStop, SCROLL_STOP_MS)
}

function handleScrollStop(): void {
  // While the pointer is pressed, the listeners are not called, because they could move elements: the release would
  // then hit another element, and the click would be lost.
  if (isPointerPressed) return handleScroll()
  stopTimer = 0
  const listeners = [...stopListeners]
  stopListeners.clear()
  for (const listener of listeners) listener()
}

document.addEventListener('scroll', handleScroll, { capture: true, passive: true })

for (const [type, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const)
  document.addEventListener(type, () => void (isPointerPressed = pressed), { capture: true, passive: true })

/** Whether an element on the page is scrolling or has scrolled within the last 150 ms. */
export const isScrolling = (): boolean => stopTimer !== 0

/** Calls the function once, 150 ms after scrolling has stopped. Returns the function that cancels the call. */
export function onScrollStop(listener: () => void): () => void {
  if (!isScrolling()) handleScroll()
  stopListeners.add(listener)
  return () => stopListeners.delete(listener)
}

/**
 * Returns false if the page was scrolling when the component was mounted, until scrolling has stopped for the first
 * time. Afterwards returns true, also while the page scrolls again.
 */
export function useScrollStopped(): boolean {
  const [isStopped, setIsStopped] = useState(() => !isScrolling())
  useEffect(() => (isStopped ? undefined : onScrollStop(() => setIsStopped(true))), [isStopped])
  return isStopped
}
