import { rgbaToThumbHash } from 'thumbhash'
import { openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels } from '../formats/pixels.ts'
import { fitted } from '../../shared/sizes.ts'

const EDGE = 32

/** A picture of some 21 bytes to show until the variant arrives; base64. */
export async function placeholderOf(pixels: Pixels): Promise<string> {
  const tiny = await toPixels(openPixels(pixels).resize(fitted(EDGE)).toColourspace('srgb').ensureAlpha())
  return Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, tiny.data)).toString('base64')
}
