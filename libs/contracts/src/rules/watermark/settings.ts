/** Watermark settings without zod, for the browser. */

/** Named places with their percentages of the free space. */
const PLACES = {
  center: [50, 50],
  'top-left': [0, 0],
  top: [50, 0],
  'top-right': [100, 0],
  left: [0, 50],
  right: [100, 50],
  'bottom-left': [0, 100],
  bottom: [50, 100],
  'bottom-right': [100, 100],
} as const
type Place = keyof typeof PLACES
const NAMES = Object.keys(PLACES) as Place[]

/** `custom`: X and Y match no named place. */
export const WATERMARK_POSITIONS = [...(NAMES as [Place, ...Place[]]), 'custom'] as const
export type WatermarkPosition = (typeof WATERMARK_POSITIONS)[number]

/** S-WM-13. */
export const WATERMARK_DEFAULTS = {
  portraitPosition: 'center' as WatermarkPosition,
  landscapePosition: 'center' as WatermarkPosition,
  opacity: 0.35,
  portraitXPercent: 50,
  portraitYPercent: 50,
  landscapeXPercent: 50,
  landscapeYPercent: 50,
  widthPercent: 20,
}
/** S-WM-09. */
export const WATERMARK_RANGES = {
  opacity: { min: 0, max: 1, step: 0.05 },
  widthPercent: { min: 5, max: 50 },
  position: { min: 0, max: 100 },
} as const

/** X and Y of a named place; undefined for `custom`. */
export function sharesOf(position: WatermarkPosition): { x: number; y: number } | undefined {
  if (position === 'custom') return undefined
  const [x, y] = PLACES[position]
  return { x, y }
}

/** The name of the place at X and Y. */
export const positionAt = (x: number, y: number): WatermarkPosition =>
  NAMES.find(name => PLACES[name][0] === x && PLACES[name][1] === y) ?? 'custom'
