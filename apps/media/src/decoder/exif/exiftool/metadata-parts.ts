import { readFile } from 'node:fs/promises'
import type { ImageType } from '@daymark/contracts'
import { findZlibStream, readPngChunks } from '../../formats/png-chunks.ts'
import { readBoxes } from '../../formats/heic-sequence.ts'
import { readSegments, SOS } from '../../jpeg/jpeg-segments.ts'
import { readItems } from '../../visitor/formats/avif-items.ts'
import { UnsafeFile } from '../../visitor/edited-file.ts'

export type MetadataPart = { bytes: Buffer; isPacked: boolean; isText: boolean }

/**
 * Returns the parts of a file that ExifTool reads and sharp does not report: texts, and parts compressed with zlib. Returns undefined if
 * parts overlap and their total size exceeds the file.
 */
export async function readMetadataParts({
  path,
  type,
}: {
  path: string
  type: ImageType
}): Promise<Iterable<MetadataPart> | undefined> {
  if (type === 'png') return readPngParts(path)
  if (type === 'jpeg') return [{ bytes: readExtendedXmp(await readFile(path)), isPacked: false, isText: true }]
  return type === 'avif' || type === 'heic' ? readXmpItems(await readFile(path)) : []
}

const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt'])
const PACKED_CHUNKS = new Set(['iCCP', 'zxIf'])
function* readPngParts(path: string): Generator<MetadataPart> {
  for (const { type, content } of readPngChunks(path)) {
    if (!TEXT_CHUNKS.has(type) && !PACKED_CHUNKS.has(type)) continue
    const bytes = content()
    const zlibStart = findZlibStream(type, bytes)
    const start = zlibStart ?? bytes.indexOf(0) + 1
    yield { bytes: bytes.subarray(start), isPacked: zlibStart !== undefined, isText: TEXT_CHUNKS.has(type) }
  }
}

const XMP_EXTENSION_NAME = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
/** The length of the header after the name of an extended XMP segment: packet id, packet length, and offset of the segment. */
const XMP_EXTENSION_HEADER_LENGTH = 40
function readExtendedXmp(jpeg: Buffer): Buffer {
  const parts: Buffer[] = []
  try {
    for (const { marker, start, end } of readSegments(jpeg, 0, jpeg.length)) {
      if (marker === SOS) break
      const isExtension =
        marker === 0xe1 && jpeg.subarray(start, start + XMP_EXTENSION_NAME.length).equals(XMP_EXTENSION_NAME)
      if (isExtension) parts.push(jpeg.subarray(start + XMP_EXTENSION_NAME.length + XMP_EXTENSION_HEADER_LENGTH, end))
    }
  } catch (error) {
    if (!(error instanceof UnsafeFile)) throw error
  }
  return Buffer.concat(parts)
}

/** Returns the XMP items of an AVIF or HEIC file. Undefined if the structure is damaged or items overlap. */
function readXmpItems(file: Buffer): MetadataPart[] | undefined {
  const metaBoxes = [...readBoxes(file, 0, file.length)].filter(({ type }) => type === 'meta')
  try {
    const items = metaBoxes
      .flatMap(({ start, end }) => readItems(file, [...readBoxes(file, start + 4, end)]).items)
      .filter(({ type }) => type === 'mime application/rdf+xml')
    // items may share bytes, so a small file could have items of unlimited total size
    const claimedBytes = items
      .flatMap(({ ranges: places }) => places)
      .reduce((sum, [start, end]) => sum + end - start, 0)
    if (claimedBytes > file.length) return undefined
    return items.map(({ ranges: places, encoding }) => ({
      bytes: Buffer.concat(places.map(([start, end]) => file.subarray(start, end))),
      isPacked: encoding !== '',
      isText: true,
    }))
  } catch (error) {
    if (error instanceof UnsafeFile) return undefined
    throw error
  }
}
