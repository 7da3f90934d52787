/**
 * Where a watermark stands in a picture (rule 41). The one place of this arithmetic: the page's preview, in a browser, and the
 * renderer, in a decoding process, both call it, so that what is shown is what visitors get. It imports nothing.
 */

export type Size = { width: number; height: number }
/** A rectangle of whole pixels, within the picture. */
export type Rectangle = Size & { left: number; top: number }
/** What of the settings decides place and strength. */
export type Placing = {
  /** 0 to 1. */
  opacity: number
  /** Of the picture's width, 5 to 50. */
  widthPercent: number
  /** Shares of the free room: 0 left or top, 50 centre, 100 right or bottom. */
  portraitXPercent: number
  portraitYPercent: number
  landscapeXPercent: number
  landscapeYPercent: number
}
export type Placement = Rectangle & { opacity: number }

/** Sides that differ by no more than this count as equal (rule 17). */
const NEARLY_SQUARE = 0.01

/** L-ENT-06; square within 1 % (rule 17). */
export function shapeOf({ width, height }: Size): 'portrait' | 'square' | 'landscape' {
  if (Math.abs(width - height) <= Math.max(width, height) * NEARLY_SQUARE) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/**
 * The rectangle that the logo fills in `picture`, and its opacity. The logo keeps its shape: it is as wide as `widthPercent` says,
 * or as high as the picture where it would be higher. `photo` is the whole photo where `picture` is a smaller size of it: rounding
 * must not turn a nearly square photo's setting.
 */
export function placeWatermark(picture: Size, logo: Size, placing: Placing, photo: Size = picture): Placement {
  const size = logoSize(picture, logo, placing.widthPercent)
  const { x, y } = shares(placing, photo)
  return {
    ...size,
    left: Math.round(((picture.width - size.width) * x) / 100),
    top: Math.round(((picture.height - size.height) * y) / 100),
    opacity: placing.opacity,
  }
}

/**
 * The shares that put a logo of this size with its left upper corner at `left`, `top`: what dragging it means. Held between 0 and
 * 100 (S-WM-10); where there is no free room, in the middle.
 */
export function sharesAt(picture: Size, { width, height, left, top }: Rectangle): { x: number; y: number } {
  return { x: shareOf(left, picture.width - width), y: shareOf(top, picture.height - height) }
}

/** Square photos use the landscape setting. */
function shares(placing: Placing, photo: Size): { x: number; y: number } {
  return shapeOf(photo) === 'portrait'
    ? { x: placing.portraitXPercent, y: placing.portraitYPercent }
    : { x: placing.landscapeXPercent, y: placing.landscapeYPercent }
}

function logoSize(picture: Size, logo: Size, widthPercent: number): Size {
  const width = atLeastOne((picture.width * widthPercent) / 100)
  const height = atLeastOne((width * logo.height) / logo.width)
  if (height <= picture.height) return { width, height }
  return { width: atLeastOne((picture.height * logo.width) / logo.height), height: picture.height }
}

const atLeastOne = (pixels: number): number => Math.max(1, Math.round(pixels))
const shareOf = (at: number, room: number): number => (room <= 0 ? 50 : Math.min(100, Math.max(0, (at / room) * 100)))
