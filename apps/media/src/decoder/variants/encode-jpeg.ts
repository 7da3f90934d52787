import { openPixels } from '../formats/locked-sharp.ts'
import type { FullSize, Pixels } from '../formats/pixels.ts'

export async function encodeJpeg(pixels: Pixels, quality: number): Promise<FullSize> {
  const body = await openPixels(pixels)
    .toColourspace('srgb')
    // Optimal Huffman tables and mozjpeg save 2 % and 20 % of the bytes for 12 % and 250 % more work.
    .jpeg({ quality, chromaSubsampling: '4:2:0', optimizeCoding: false })
    .toBuffer()
  return { body, width: pixels.width, height: pixels.height }
}
