import { SWIPE_MIN_PX, TAP_MAX_MS, TAP_MAX_PX } from '@daymark/contracts'

export type TouchPoint = { x: number; y: number; time: number }

/** L-VAL-15: the gesture of one finger between touching and leaving the picture. */
export function readGesture(start: TouchPoint, end: TouchPoint): 'previous' | 'next' | 'tap' | 'none' {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  if (Math.abs(dx) > SWIPE_MIN_PX && Math.abs(dx) > Math.abs(dy)) return dx < 0 ? 'next' : 'previous'
  if (Math.hypot(dx, dy) < TAP_MAX_PX && end.time - start.time < TAP_MAX_MS) return 'tap'
  return 'none'
}

/** Two taps within this time and distance are a double tap, as in operating systems. */
export const DOUBLE_TAP_MS = 300
export const DOUBLE_TAP_MAX_PX = 40
