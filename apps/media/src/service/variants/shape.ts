import type { http } from '@daymark/contracts'

const NEARLY_SQUARE = 0.01

/** L-ENT-06; square within 1 % (rule 17). */
export function shapeOf(width: number, height: number): http.Orientation {
  if (Math.abs(width - height) <= Math.max(width, height) * NEARLY_SQUARE) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
