import { rgbaToThumbHash } from 'thumbhash'
import { openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels } from '../formats/pixels.ts'

const LONG_EDGE = 32
/** A thumbhash has up to seven waves along an edge. With fewer pixels than that it shows waves that are not in the picture. */
const SHORT_EDGE = 8

/** A picture of some 21 bytes to show until the variant arrives; base64. */
export async function placeholderOf(pixels: Pixels): Promise<string> {
  const scale = Math.min(1, LONG_EDGE / Math.max(pixels.width, pixels.height))
  const edge = (length: number): number => Math.max(SHORT_EDGE, Math.round(length * scale))
  const size = { width: edge(pixels.width), height: edge(pixels.height), fit: 'fill' } as const
  const tiny = await toPixels(openPixels(pixels).resize(size).toColourspace('srgb').ensureAlpha())
  return Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, tiny.data)).toString('base64')
}
