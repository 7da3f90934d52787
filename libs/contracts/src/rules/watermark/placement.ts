/**
 * Placement of a watermark (rule 41). The preview in the browser and the renderer in the decoder process both use this code, so that
 * the preview matches the result. It has no imports.
 */

export type Size = { width: number; height: number }
/** A rectangle of whole pixels, within the picture. */
export type Rectangle = Size & { left: number; top: number }
/** Settings that determine the position and opacity of the logo. */
export type PlacementSettings = {
  /** 0 to 1. */
  opacity: number
  /** Width of the logo in percent of the picture's width, 5 to 50. */
  widthPercent: number
  /** Percentage of the free space: 0 left or top, 50 center, 100 right or bottom. */
  portraitXPercent: number
  portraitYPercent: number
  landscapeXPercent: number
  landscapeYPercent: number
}
export type Placement = Rectangle & { opacity: number }

/** Maximum relative difference of the sides of a square photo (rule 17). */
const MAX_SQUARE_DIFFERENCE = 0.01

/** L-ENT-06; square within 1 % (rule 17). */
export function orientationOf({ width, height }: Size): 'portrait' | 'square' | 'landscape' {
  if (Math.abs(width - height) <= Math.max(width, height) * MAX_SQUARE_DIFFERENCE) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/**
 * Rectangle and opacity of the logo in `picture`. The logo keeps its aspect ratio; its width is `widthPercent`, limited by the height of
 * the picture. `photo`: the whole photo if `picture` is a smaller variant, so that rounding does not change the orientation.
 */
export function placeWatermark(
  picture: Size,
  logo: Size,
  placing: PlacementSettings,
  photo: Size = picture,
): Placement {
  const size = scaleLogo(picture, logo, placing.widthPercent)
  const { x, y } = positionPercentages(placing, photo)
  return {
    ...size,
    left: Math.round(((picture.width - size.width) * x) / 100),
    top: Math.round(((picture.height - size.height) * y) / 100),
    opacity: placing.opacity,
  }
}

/** Returns the percentages (0 to 100) that place the upper left corner of the logo at `left`, `top` (S-WM-10). 50 if there is no free space. */
export function positionPercentagesAt(
  picture: Size,
  { width, height, left, top }: Rectangle,
): { x: number; y: number } {
  return { x: positionPercentage(left, picture.width - width), y: positionPercentage(top, picture.height - height) }
}

/** Square photos use the landscape setting. */
function positionPercentages(placing: PlacementSettings, photo: Size): { x: number; y: number } {
  return orientationOf(photo) === 'portrait'
    ? { x: placing.portraitXPercent, y: placing.portraitYPercent }
    : { x: placing.landscapeXPercent, y: placing.landscapeYPercent }
}

function scaleLogo(picture: Size, logo: Size, widthPercent: number): Size {
  const width = atLeastOne((picture.width * widthPercent) / 100)
  const height = atLeastOne((width * logo.height) / logo.width)
  if (height <= picture.height) return { width, height }
  return { width: atLeastOne((picture.height * logo.width) / logo.height), height: picture.height }
}

const atLeastOne = (pixels: number): number => Math.max(1, Math.round(pixels))
const positionPercentage = (at: number, room: number): number =>
  room <= 0 ? 50 : Math.min(100, Math.max(0, (at / room) * 100))
