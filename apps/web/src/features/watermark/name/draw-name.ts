import { INKS, NAME_STYLES, type NameLogo } from './name-style.ts'

/** Large enough for a mark across a large photo, small enough to stay far below the recommended file size. */
const LETTER_PX = 220
const WIDEST_PX = 2400
/** The recommended width (S-WM-11), also for two letters; a single thin letter is not enlarged beyond what is sharp. */
const NARROWEST_PX = 500
const MOST_ENLARGED = 4
const PREVIEW_PX = 64
/** Relative to the size of the letters: space for the shadow, and for strokes that exceed their box. */
const MARGIN = 0.16
const SHADOW = { color: 'rgb(0 0 0 / 0.45)', blur: 0.08 }

/** Sets up the context and returns the box of the text. */
function measure(pen: CanvasRenderingContext2D, { name, style }: NameLogo, px: number) {
  const { font, spacing, write } = NAME_STYLES[style]
  pen.font = font.replace('1em', `${px}px`)
  pen.letterSpacing = `${spacing * px}px`
  const text = write(name.trim())
  const size = pen.measureText(text)
  const [left, ascent] = [size.actualBoundingBoxLeft, size.actualBoundingBoxAscent]
  const width = left + size.actualBoundingBoxRight
  return { text, left, ascent, width, height: ascent + size.actualBoundingBoxDescent }
}

/** Draws the name on a canvas of its size, transparent around the letters. */
function drawName(logo: NameLogo, letterPx: number, narrowest = 0): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const written = measure(pen, logo, letterPx).width
  const enlarged = Math.min(MOST_ENLARGED, Math.max(1, narrowest / written))
  const px = letterPx * Math.min(enlarged, WIDEST_PX / written)
  const { text, left, ascent, width, height } = measure(pen, logo, px)
  const margin = px * MARGIN
  canvas.width = Math.ceil(width + 2 * margin)
  canvas.height = Math.ceil(height + 2 * margin)
  // Resizing a canvas resets its context.
  measure(pen, logo, px)
  pen.fillStyle = INKS[logo.ink]
  if (logo.hasShadow) Object.assign(pen, { shadowColor: SHADOW.color, shadowBlur: px * SHADOW.blur })
  pen.fillText(text, margin + left, margin + ascent)
  return canvas
}

/** A small preview while typing; null if the browser cannot draw. */
export const namePicture = (logo: NameLogo): string | null => drawName(logo, PREVIEW_PX)?.toDataURL('image/png') ?? null

/** The name as a PNG file, created in the browser. */
export async function nameFile(logo: NameLogo): Promise<File> {
  const canvas = drawName(logo, LETTER_PX, NARROWEST_PX)
  const png = await new Promise<Blob | null>(resolve => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)))
  if (!png) throw new Error('The name could not be drawn')
  return new File([png], 'watermark.png', { type: 'image/png' })
}
