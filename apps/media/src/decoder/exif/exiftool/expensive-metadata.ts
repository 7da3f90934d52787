import { inflateSync } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { skipExifPrefix, readExifTexts } from '../exif-texts.ts'
import { readMetadataParts, type MetadataPart } from './metadata-parts.ts'

/** Limit for the unpacked size of all compressed parts of a file, equal to the limit of libpng. Real files have some hundred kB. */
const MAX_UNPACKED_BYTES = 8_000_000
/** The highest compression ratio of Deflate. */
const MAX_DEFLATE_RATIO = 1032

/**
 * Returns true if ExifTool would need seconds for the metadata of a file. ExifTool unpacks compressed parts without a limit, and the time
 * that it takes for an XMP packet grows with the square of the number of elements.
 */
export async function isMetadataExpensive(
  file: { path: string; type: ImageType },
  { exif, xmp }: Pick<Metadata, 'exif' | 'xmp'> = {},
): Promise<boolean> {
  const areBlocksExpensive =
    isXmpTooComplex(xmp) || (exif !== undefined && !readExifTexts(exif.subarray(skipExifPrefix(exif))))
  return areBlocksExpensive || arePartsExpensive(await readMetadataParts(file))
}

function arePartsExpensive(parts: Iterable<MetadataPart> | undefined): boolean {
  if (!parts) return true
  let remainingBytes = MAX_UNPACKED_BYTES
  for (const { bytes, isPacked, isText } of parts) {
    const content = isPacked ? unpack(bytes, remainingBytes) : bytes
    if (isPacked) remainingBytes -= content?.length ?? bytes.length * MAX_DEFLATE_RATIO
    if (remainingBytes < 0 || (isText && content && isXmpTooComplex(decodeRawProfile(content)))) return true
  }
  return false
}

/** Returns the unpacked bytes, or undefined if they are damaged or longer than `maxBytes`. */
function unpack(bytes: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })
  } catch {
    return undefined
  }
}

const RAW_PROFILE = /^\n(xmp|app1)\n *\d+\n/i
/** Decodes XMP that ImageMagick wrote into a PNG text chunk as hexadecimal digits. Returns any other text unchanged. */
function decodeRawProfile(text: Buffer): Buffer {
  const [head] = RAW_PROFILE.exec(text.toString('latin1', 0, 100)) ?? []
  return head ? Buffer.from(text.toString('latin1', head.length).replaceAll('\n', ''), 'hex') : text
}

/** Real XMP packets have about twelve levels. */
const MAX_XMP_DEPTH = 60
const MAX_XMP_TAGS = 50_000

/**
 * Returns true if the depth or the number of the elements in an XMP packet exceeds the limits, because ExifTool would need minutes for such
 * a packet. Reads each byte once.
 */
export function isXmpTooComplex(packet: Buffer | undefined): boolean {
  // latin1 has one character per byte; without zeros, UTF-16 and UTF-32 read like ASCII
  const text = packet?.toString('latin1').replaceAll('\0', '') ?? ''
  let [depth, tags] = [0, 0]
  for (let offset = text.indexOf('<'); offset !== -1; offset = text.indexOf('<', offset + 1)) {
    const end = text.indexOf('>', offset)
    if (end === -1) return false
    depth += depthChangeOf(text[offset + 1], text[end - 1])
    if (depth > MAX_XMP_DEPTH || ++tags > MAX_XMP_TAGS) return true
    offset = end
  }
  return false
}

/** Returns how a tag changes the depth, given the first and the last character between its brackets. */
function depthChangeOf(first: string | undefined, last: string | undefined): number {
  if (first === '/') return -1
  return first === '!' || first === '?' || last === '/' ? 0 : 1
}
