import { INKS, NAME_STYLES, type NameLogo } from './name-style.ts'

/** Large enough for a mark across a large photo, small enough to stay far below the advised size. */
const LETTER_PX = 220
const WIDEST_PX = 2400
const PREVIEW_PX = 64
/** Of the letters' size: room for the shadow, and for strokes that leave their box. */
const MARGIN = 0.16
const SHADOW = { color: 'rgb(0 0 0 / 0.45)', blur: 0.08 }

/** Prepares the pen and answers the box of what it will write. */
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

/** Writes the name on a canvas that is as large as it must be and stays transparent around the letters. */
function drawName(logo: NameLogo, letterPx: number): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const px = letterPx * Math.min(1, WIDEST_PX / measure(pen, logo, letterPx).width)
  const { text, left, ascent, width, height } = measure(pen, logo, px)
  const margin = px * MARGIN
  canvas.width = Math.ceil(width + 2 * margin)
  canvas.height = Math.ceil(height + 2 * margin)
  // A canvas that has changed its size knows nothing of the pen any more.
  measure(pen, logo, px)
  pen.fillStyle = INKS[logo.ink]
  if (logo.hasShadow) Object.assign(pen, { shadowColor: SHADOW.color, shadowBlur: px * SHADOW.blur })
  pen.fillText(text, margin + left, margin + ascent)
  return canvas
}

/** A small picture of it, to look at while typing; null where the browser does not draw. */
export const namePicture = (logo: NameLogo): string | null => drawName(logo, PREVIEW_PX)?.toDataURL('image/png') ?? null

/** The name as a PNG file, made in the browser. */
export async function nameFile(logo: NameLogo): Promise<File> {
  const canvas = drawName(logo, LETTER_PX)
  const png = await new Promise<Blob | null>(resolve => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)))
  if (!png) throw new Error('The name could not be drawn')
  return new File([png], 'watermark.png', { type: 'image/png' })
}
