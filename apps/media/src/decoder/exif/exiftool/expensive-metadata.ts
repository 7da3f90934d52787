import { inflateSync } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { behindExifPrefix, exifTexts } from '../exif-texts.ts'
import { metadataParts, type Part } from './metadata-parts.ts'

/** Bytes of all compressed parts of a file together. Honest files have some hundred kB; libpng has the same limit. */
const MOST_UNPACKED = 8_000_000
/** Deflate cannot pack more densely. */
const HIGHEST_RATIO = 1032

/**
 * Whether ExifTool would need seconds for the metadata of a file: it unpacks parts of any size, and searches the rest of an XMP packet
 * once for each element.
 */
export async function isExpensive(
  file: { path: string; type: ImageType },
  { exif, xmp }: Pick<Metadata, 'exif' | 'xmp'> = {},
): Promise<boolean> {
  const isInBlocks = isTooDeep(xmp) || (exif !== undefined && !exifTexts(exif.subarray(behindExifPrefix(exif))))
  return isInBlocks || isInParts(await metadataParts(file))
}

function isInParts(parts: Iterable<Part> | undefined): boolean {
  if (!parts) return true
  let left = MOST_UNPACKED
  for (const { bytes, isPacked, isText } of parts) {
    const content = isPacked ? unpacked(bytes, left) : bytes
    if (isPacked) left -= content?.length ?? bytes.length * HIGHEST_RATIO
    if (left < 0 || (isText && content && isTooDeep(rawProfile(content)))) return true
  }
  return false
}

/** Undefined where it is damaged, which readers notice when they have unpacked it, or larger than `most`. */
function unpacked(bytes: Buffer, most: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) })
  } catch {
    return undefined
  }
}

const RAW_PROFILE = /^\n(xmp|app1)\n *\d+\n/i
/** ImageMagick writes XMP into texts of a PNG as hexadecimal digits. */
function rawProfile(text: Buffer): Buffer {
  const [head] = RAW_PROFILE.exec(text.toString('latin1', 0, 100)) ?? []
  return head ? Buffer.from(text.toString('latin1', head.length).replaceAll('\n', ''), 'hex') : text
}

/** Honest packets have a dozen levels. */
const DEEPEST = 60
const MOST_TAGS = 50_000

/** Whether an XMP packet has elements in a depth or number for which ExifTool would need minutes. Reads each byte once. */
export function isTooDeep(packet: Buffer | undefined): boolean {
  // One character per byte; the zeros are those of UTF-16 and UTF-32.
  const text = packet?.toString('latin1').replaceAll('\0', '') ?? ''
  let [depth, tags] = [0, 0]
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const end = text.indexOf('>', at)
    if (end === -1) return false
    depth += change(text[at + 1], text[end - 1])
    if (depth > DEEPEST || ++tags > MOST_TAGS) return true
    at = end
  }
  return false
}

/** By what stands first and last in a tag. */
function change(first: string | undefined, last: string | undefined): number {
  if (first === '/') return -1
  return first === '!' || first === '?' || last === '/' ? 0 : 1
}
