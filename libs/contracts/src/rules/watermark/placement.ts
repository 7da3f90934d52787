/**
 * Placement of a watermark (rule 41). The preview in the browser and the renderer in the decoder process both use this file, so that the
 * preview matches the result. The file must have no imports.
 */

export type Size = { width: number; height: number }
/** A rectangle within a picture, in whole pixels. */
export type Rectangle = Size & { left: number; top: number }
/** Settings that determine the position and opacity of the logo. */
export type PlacementSettings = {
  /** From 0 (invisible) to 1. */
  opacity: number
  /** Width of the logo in percent of the width of the picture, 5 to 50. */
  widthPercent: number
  /** Position of the logo in percent of the free space. X: 0 is left, 100 right. Y: 0 is top, 100 bottom. */
  portraitXPercent: number
  portraitYPercent: number
  landscapeXPercent: number
  landscapeYPercent: number
}
type Placement = Rectangle & { opacity: number }

/** A photo counts as square if its sides differ by at most this fraction of the longer side (rule 17). */
const MAX_SQUARE_DIFFERENCE = 0.01

/** Returns the orientation of a photo (L-ENT-06). */
export function orientationOf({ width, height }: Size): 'portrait' | 'square' | 'landscape' {
  if (Math.abs(width - height) <= Math.max(width, height) * MAX_SQUARE_DIFFERENCE) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/**
 * Returns the rectangle and opacity of the logo in `picture`. The logo keeps its aspect ratio. Its width is `widthPercent` of the picture, or
 * less if the logo would be higher than the picture. `photo`: size of the original photo, which determines the orientation, because the
 * rounded size of a variant can differ.
 */
export function placeWatermark(
  picture: Size,
  logo: Size,
  settings: PlacementSettings,
  photo: Size = picture,
): Placement {
  const size = scaleLogo(picture, logo, settings.widthPercent)
  const { x, y } = positionPercentages(settings, photo)
  return {
    ...size,
    left: Math.round(((picture.width - size.width) * x) / 100),
    top: Math.round(((picture.height - size.height) * y) / 100),
    opacity: settings.opacity,
  }
}

/** Returns the percentages (0 to 100) that place the logo at the rectangle (S-WM-10), or 50 if the picture has no free space. */
export function positionPercentagesAt(
  picture: Size,
  { width, height, left, top }: Rectangle,
): { x: number; y: number } {
  return { x: positionPercentage(left, picture.width - width), y: positionPercentage(top, picture.height - height) }
}

/** Returns the position settings for the orientation of the photo. Square photos use the settings of landscape photos. */
function positionPercentages(settings: PlacementSettings, photo: Size): { x: number; y: number } {
  return orientationOf(photo) === 'portrait'
    ? { x: settings.portraitXPercent, y: settings.portraitYPercent }
    : { x: settings.landscapeXPercent, y: settings.landscapeYPercent }
}

function scaleLogo(picture: Size, logo: Size, widthPercent: number): Size {
  const width = atLeastOne((picture.width * widthPercent) / 100)
  const height = atLeastOne((width * logo.height) / logo.width)
  if (height <= picture.height) return { width, height }
  return { width: atLeastOne((picture.height * logo.width) / logo.height), height: picture.height }
}

const atLeastOne = (pixels: number): number => Math.max(1, Math.round(pixels))
const positionPercentage = (offset: number, freeSpace: number): number =>
  freeSpace <= 0 ? 50 : Math.min(100, Math.max(0, (offset / freeSpace) * 100))
