import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScaleJob } from '../../shared/messages.ts'
import { fitted, JPEG_QUALITY, SCALED_EDGE } from '../../shared/sizes.ts'
import { inspect } from '../formats/decode-sharp.ts'
import { open, toPixels } from '../formats/locked-sharp.ts'
import { creditIn, withSegments } from '../jpeg/credit.ts'
import { encodeJpeg } from './encode-jpeg.ts'

/** From the large variant, which is upright and in sRGB, with its credit: as sharp as from the original (docs/media.md). */
export async function scaleFile({ path, folder, size }: ScaleJob): Promise<{ width: number; height: number }> {
  await inspect(path)
  const pixels = await toPixels(open(path).resize(fitted(SCALED_EDGE[size])))
  const { body, width, height } = await encodeJpeg(pixels, JPEG_QUALITY[size])
  await writeFile(join(folder, `${size}.jpg`), withSegments(body, creditIn(await readFile(path))))
  return { width, height }
}
