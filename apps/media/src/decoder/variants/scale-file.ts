import { join } from 'node:path'
import type { Job, VariantFile } from '../../shared/messages.ts'
import { fitted, JPEG_QUALITY, SCALED_EDGE, type ScaledSize } from '../../shared/sizes.ts'
import { inspect } from '../formats/decode-sharp.ts'
import { open, toPixels } from '../formats/locked-sharp.ts'
import { encodeJpeg } from './encode-jpeg.ts'
import { writeJpeg } from './render.ts'

/** From the large variant, which is upright, in sRGB and without metadata: as sharp as from the original (docs/media.md). */
export async function scaleFile({ path, folder }: Job, size: ScaledSize): Promise<VariantFile> {
  await inspect(path)
  const pixels = await toPixels(open(path).resize(fitted(SCALED_EDGE[size])))
  return writeJpeg(await encodeJpeg(pixels, JPEG_QUALITY[size]), join(folder, `${size}.jpg`))
}
