import { inflateSync } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { behindExifPrefix, exifTexts } from '../exif-texts.ts'
import { metadataParts, type Part } from './metadata-parts.ts'

/** The limit for the unpacked size of all compressed parts of a file. Typical files have some hundred kB; libpng has the same limit. */
const MOST_UNPACKED = 8_000_000
/** The highest compression ratio of Deflate. */
const HIGHEST_RATIO = 1032

/**
 * Whether ExifTool would need seconds for the metadata of a file. ExifTool unpacks parts of any size, and for each element of an XMP packet
 * it searches the rest of the packet.
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

/** Returns undefined if the bytes are damaged, which readers notice only after unpacking them, or if the result is larger than `most`. */
function unpacked(bytes: Buffer, most: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most) })
  } catch {
    return undefined
  }
}

const RAW_PROFILE = /^\n(xmp|app1)\n *\d+\n/i
/** ImageMagick writes XMP into text chunks of a PNG as hexadecimal digits. */
function rawProfile(text: Buffer): Buffer {
  const [head] = RAW_PROFILE.exec(text.toString('latin1', 0, 100)) ?? []
  return head ? Buffer.from(text.toString('latin1', head.length).replaceAll('\n', ''), 'hex') : text
}

/** Typical packets have about twelve levels. */
const DEEPEST = 60
const MOST_TAGS = 50_000

/** Whether the elements of an XMP packet are nested so deeply, or so numerous, that ExifTool would need minutes. Reads each byte once. */
export function isTooDeep(packet: Buffer | undefined): boolean {
  // latin1 has one character per byte. The zeros are removed to read UTF-16 and UTF-32 like ASCII.
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

/** Returns by how much a tag changes the depth, from the first and last character inside its brackets. */
function change(first: string | undefined, last: string | undefined): number {
  if (first === '/') return -1
  return first === '!' || first === '?' || last === '/' ? 0 : 1
}
