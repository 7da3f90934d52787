import { useRef } from 'react'
import { DOUBLE_TAP_MAX_PX, DOUBLE_TAP_MS, type TouchPoint } from './gestures.ts'

const isDouble = (first: TouchPoint, second: TouchPoint) =>
  second.time - first.time < DOUBLE_TAP_MS && Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP_MAX_PX

/** Every tap takes effect at once, and the second one is also a double tap: it reverts the effect of the first. */
export function useTaps(onTap: (() => void) | undefined) {
  const last = useRef<TouchPoint | null>(null)
  return (at: TouchPoint, onDouble: () => void) => {
    onTap?.()
    const isSecond = last.current !== null && isDouble(last.current, at)
    last.current = isSecond ? null : at
    if (isSecond) onDouble()
  }
}
