import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { rgbaToThumbHash } from 'thumbhash'
import type { OnVariant, VariantFile, VariantFiles } from '../../shared/messages.ts'
import { fitted, JPEG_QUALITY, longEdge, type RenditionName, type VariantSize } from '../../shared/sizes.ts'
import { free, openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { FullSize, Pixels } from '../formats/pixels.ts'
import { withSegments } from '../jpeg/jpeg-segments.ts'

export async function encodeJpeg(pixels: Pixels, quality: number): Promise<FullSize> {
  const body = await openPixels(pixels)
    .toColourspace('srgb')
    // Optimal Huffman tables and mozjpeg would save 2 % and 20 % of the bytes but take 12 % and 250 % more work.
    .jpeg({ quality, chromaSubsampling: '4:2:0', optimizeCoding: false })
    .toBuffer()
  return { body, width: pixels.width, height: pixels.height }
}

const LONG_EDGE = 32
/** A thumbhash has up to seven waves along an edge. With fewer pixels it would have waves that are not in the picture. */
const SHORT_EDGE = 8

/** Returns a thumbhash of about 21 bytes in base64, which clients display until the variant arrives. */
export async function placeholderOf(pixels: Pixels): Promise<string> {
  const scale = Math.min(1, LONG_EDGE / Math.max(pixels.width, pixels.height))
  const edge = (length: number): number => Math.max(SHORT_EDGE, Math.round(length * scale))
  const size = { width: edge(pixels.width), height: edge(pixels.height), fit: 'fill' } as const
  const tiny = await toPixels(openPixels(pixels).resize(size).toColourspace('srgb'))
  return Buffer.from(rgbaToThumbHash(tiny.width, tiny.height, withAlpha(tiny))).toString('base64')
}

function withAlpha({ data, width, height, channels }: Pixels): Buffer {
  const rgba = Buffer.alloc(width * height * 4, 255)
  for (let pixel = 0; pixel < width * height; pixel++)
    data.copy(rgba, pixel * 4, pixel * channels, pixel * channels + channels)
  return rgba
}

/**
 * Renders each size from the next larger one, which is as sharp as rendering from the original and takes a third of the work
 * (docs/media.md). Finishes and announces the small size first (rule 19). The caller
 * must not use `lg` afterwards.
 */
export async function renderVariants(
  lg: Pixels,
  { folder, credit }: Target,
  onVariant: OnVariant,
): Promise<{ variants: VariantFiles; smallest: Pixels }> {
  const md = await smaller(lg, 'md')
  const sm = await smaller(md, 'sm')
  const write = async (size: VariantSize, pixels: Pixels): Promise<VariantFile> => {
    const file = await writeJpeg(await encodeJpeg(pixels, JPEG_QUALITY[size]), { folder, credit }, size)
    onVariant(size, file)
    return file
  }
  const variants = { sm: await write('sm', sm), md: await write('md', md), lg: await write('lg', lg) }
  // a picture that is small enough is used for several sizes
  for (const { data } of new Set([md, lg])) if (data !== sm.data) free(data)
  return { variants, smallest: sm }
}

async function smaller(pixels: Pixels, size: VariantSize): Promise<Pixels> {
  const edge = longEdge(size, pixels)
  return Math.max(pixels.width, pixels.height) <= edge ? pixels : toPixels(openPixels(pixels).resize(fitted(edge)))
}

/** `credit`: segments that every JPEG of the photo carries. */
export type Target = { folder: string; credit: Buffer }

export async function writeJpeg(
  { body: encoded, width, height }: FullSize,
  { folder, credit }: Target,
  name: RenditionName,
): Promise<VariantFile> {
  const [body, path] = [withSegments(encoded, credit), join(folder, `${name}.jpg`)]
  await writeFile(path, body)
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { path, width, height, size: body.length, sha256, crc32: crc32(body) }
}
