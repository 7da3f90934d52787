import { createRequire } from 'node:module'
import { join } from 'node:path'
import { drawText, openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels } from '../formats/pixels.ts'
import type { NameJob } from '../../shared/messages.ts'

/** Ships with the product: a machine without any fonts draws the same. */
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/montserrat/600SemiBold/Montserrat_600SemiBold.ttf',
)
const FAMILY = 'Montserrat SemiBold'
/** Points, at 72 dots an inch: pixels. */
const LETTERS = 200
const [NARROWEST, WIDEST] = [500, 2000]
const SHADOW = { reach: 0.14, blur: 0.035, drop: 0.02, strength: 0.6 }

/** White letters with a soft shadow, so that they can be read on light and dark, as sharp as the widest picture needs them. */
export async function drawName({ text, folder }: NameJob): Promise<{ width: number; height: number }> {
  const first = await letters(text, LETTERS)
  const size = LETTERS * Math.min(Math.max(1, NARROWEST / first.width), WIDEST / first.width)
  const mask = size === LETTERS ? first : await letters(text, size)
  return withShadow(mask, size, join(folder, 'logo.png'))
}

/** How much of each pixel the letters cover. */
async function letters(text: string, size: number): Promise<Pixels> {
  const escaped = text.replaceAll(/[&<>]/g, letter => ESCAPES[letter] ?? '')
  const spaced = `<span letter_spacing="${Math.round(size * 10)}">${escaped}</span>`
  return toPixels(
    drawText(spaced, `${FAMILY} ${Math.round(size)}`, FONT)
      .toColourspace('b-w')
      .extractChannel(0),
  )
}
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

async function withShadow(mask: Pixels, letterSize: number, path: string): Promise<{ width: number; height: number }> {
  const margin = Math.ceil(letterSize * SHADOW.reach)
  const canvas = { width: mask.width + 2 * margin, height: mask.height + 2 * margin }
  const wide = await toPixels(
    openPixels(mask)
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#000' })
      .extractChannel(0),
  )
  const shadow = await toPixels(
    openPixels(wide)
      .blur(Math.max(0.5, letterSize * SHADOW.blur))
      .extractChannel(0),
  )
  const drop = Math.round(letterSize * SHADOW.drop)
  await openPixels(filled(shadow, 0, SHADOW.strength))
    .extend({ top: drop, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .extract({ left: 0, top: 0, ...canvas })
    .composite([{ input: filled(wide, 255, 1).data, raw: { ...canvas, channels: 4 } }])
    .png()
    .toFile(path)
  return canvas
}

/** One grey, as opaque as the mask says. */
function filled({ data, width, height }: Pixels, grey: number, strength: number): Pixels {
  const rgba = Buffer.alloc(width * height * 4, grey)
  for (let at = 0; at < data.length; at++) rgba[at * 4 + 3] = Math.round((data[at] ?? 0) * strength)
  return { data: rgba, width, height, channels: 4 }
}
