import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { rgbaToThumbHash } from 'thumbhash'
import { variantEdge, type VariantSize } from '@daymark/contracts/limits'
import type { OnVariant, VariantFile, VariantFiles } from '../../shared/messages.ts'
import { fitInside, JPEG_QUALITY, type RenditionName } from '../../shared/sizes.ts'
import { freeBuffer, openPixels, toPixels } from '../formats/locked-sharp.ts'
import type { FullSizeJpeg, Pixels } from '../formats/pixels.ts'
import { insertSegments } from '../jpeg/jpeg-segments.ts'

export async function encodeJpeg(pixels: Pixels, quality: number): Promise<FullSizeJpeg> {
  const body = await openPixels(pixels)
    .toColorspace('srgb')
    // optimal Huffman tables and mozjpeg would save 2 % and 20 % of the bytes but need 12 % and 250 % more CPU time
    .jpeg({ quality, chromaSubsampling: '4:2:0', optimizeCoding: false })
    .toBuffer()
  return { body, width: pixels.width, height: pixels.height }
}

const PLACEHOLDER_LONG_EDGE = 32
/** Minimum edge of the picture for a ThumbHash, which has up to seven cosine waves per edge: fewer pixels would cause aliasing. */
const MIN_PLACEHOLDER_EDGE = 8

/** Returns a ThumbHash in base64 (about 21 bytes before encoding), which clients display until the variant has loaded. */
export async function createPlaceholder(pixels: Pixels): Promise<string> {
  const scale = Math.min(1, PLACEHOLDER_LONG_EDGE / Math.max(pixels.width, pixels.height))
  const edge = (length: number): number => Math.max(MIN_PLACEHOLDER_EDGE, Math.round(length * scale))
  const size = { width: edge(pixels.width), height: edge(pixels.height), fit: 'fill' } as const
  const thumbnail = await toPixels(openPixels(pixels).resize(size).toColorspace('srgb'))
  return Buffer.from(rgbaToThumbHash(thumbnail.width, thumbnail.height, toRgba(thumbnail))).toString('base64')
}

function toRgba({ data, width, height, channels }: Pixels): Buffer {
  const rgba = Buffer.alloc(width * height * 4, 255)
  for (let pixel = 0; pixel < width * height; pixel++)
    data.copy(rgba, pixel * 4, pixel * channels, pixel * channels + channels)
  return rgba
}

/**
 * Renders the variants. Each size is rendered from the next larger one, which is as sharp as rendering from the original and takes a third
 * of the time (docs/media.md). The small size is written first (rule 19). Frees the pixels `lg`, which the caller must not use afterwards.
 */
export async function renderVariants(
  lg: Pixels,
  { folder, credit }: JpegTarget,
  onVariant: OnVariant,
): Promise<{ variants: VariantFiles; smallest: Pixels }> {
  const md = await resizeTo(lg, 'md')
  const sm = await resizeTo(md, 'sm')
  const write = async (size: VariantSize, pixels: Pixels): Promise<VariantFile> => {
    const file = await writeJpeg(await encodeJpeg(pixels, JPEG_QUALITY[size]), { folder, credit }, size)
    onVariant(size, file)
    return file
  }
  const variants = { sm: await write('sm', sm), md: await write('md', md), lg: await write('lg', lg) }
  // small photos use the same pixels for several sizes
  for (const { data } of new Set([md, lg])) if (data !== sm.data) freeBuffer(data)
  return { variants, smallest: sm }
}

async function resizeTo(pixels: Pixels, size: VariantSize): Promise<Pixels> {
  const edge = variantEdge(size, pixels)
  return Math.max(pixels.width, pixels.height) <= edge ? pixels : toPixels(openPixels(pixels).resize(fitInside(edge)))
}

/** Where the JPEG files of a photo are written. `credit`: the metadata segments that are inserted into each file. */
export type JpegTarget = { folder: string; credit: Buffer }

export async function writeJpeg(
  { body: encoded, width, height }: FullSizeJpeg,
  { folder, credit }: JpegTarget,
  name: RenditionName,
): Promise<VariantFile> {
  const [body, path] = [insertSegments(encoded, credit), join(folder, `${name}.jpg`)]
  await writeFile(path, body)
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { path, width, height, size: body.length, sha256, crc32: crc32(body) }
}
