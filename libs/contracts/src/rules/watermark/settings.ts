/** Watermark settings. This file does not use zod, so that the browser bundle does not contain zod. */

/** X and Y of each named position, in percent of the free space. */
const PERCENTAGES_BY_POSITION = {
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
type NamedPosition = keyof typeof PERCENTAGES_BY_POSITION
const POSITION_NAMES = Object.keys(PERCENTAGES_BY_POSITION) as NamedPosition[]

/** `custom` means that X and Y match no named position. */
export const WATERMARK_POSITIONS = [...(POSITION_NAMES as [NamedPosition, ...NamedPosition[]]), 'custom'] as const
export type WatermarkPosition = (typeof WATERMARK_POSITIONS)[number]

/** Watermark settings of an owner who has not changed them (S-WM-13). */
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
/** Permitted values of the watermark settings (S-WM-09). `step`: step of the slider. */
export const WATERMARK_RANGES = {
  opacity: { min: 0, max: 1, step: 0.05 },
  widthPercent: { min: 5, max: 50 },
  position: { min: 0, max: 100 },
} as const

/** Returns X and Y of a named position, or undefined for `custom`. */
export function percentagesOfPosition(position: WatermarkPosition): { x: number; y: number } | undefined {
  if (position === 'custom') return undefined
  const [x, y] = PERCENTAGES_BY_POSITION[position]
  return { x, y }
}

/** Returns the name of the position at X and Y, or `custom`. */
export const positionNameAt = (x: number, y: number): WatermarkPosition =>
  POSITION_NAMES.find(name => PERCENTAGES_BY_POSITION[name][0] === x && PERCENTAGES_BY_POSITION[name][1] === y) ??
  'custom'
