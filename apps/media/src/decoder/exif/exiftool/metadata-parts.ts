import { readFile } from 'node:fs/promises'
import type { ImageType } from '@daymark/contracts'
import { packedAt, pngChunks } from '../../formats/png-chunks.ts'
import { boxes } from '../../formats/heic-sequence.ts'
import { segments, SOS } from '../../jpeg/jpeg-segments.ts'
import { readItems } from '../../visitor/formats/avif-items.ts'
import { Unsafe } from '../../visitor/edited-file.ts'

export type Part = { bytes: Buffer; isPacked: boolean; isText: boolean }

/**
 * Returns what ExifTool reads in a file and sharp does not report: texts, and everything compressed by zlib. Returns undefined if the file
 * claims more bytes than it has.
 */
export async function metadataParts({
  path,
  type,
}: {
  path: string
  type: ImageType
}): Promise<Iterable<Part> | undefined> {
  if (type === 'png') return pngParts(path)
  if (type === 'jpeg') return [{ bytes: extendedXmp(await readFile(path)), isPacked: false, isText: true }]
  return type === 'avif' || type === 'heic' ? itemParts(await readFile(path)) : []
}

const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const BINARY = new Set(['iCCP', 'zxIf'])
function* pngParts(path: string): Generator<Part> {
  for (const { type, content } of pngChunks(path)) {
    if (!TEXTS.has(type) && !BINARY.has(type)) continue
    const bytes = content()
    const packed = packedAt(type, bytes)
    const start = packed ?? bytes.indexOf(0) + 1
    yield { bytes: bytes.subarray(start), isPacked: packed !== undefined, isText: TEXTS.has(type) }
  }
}

const EXTENSION = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1')
/** The length of the header after the name of an extended XMP segment: packet id, packet length, and offset of the segment. */
const EXTENSION_HEAD = 40
function extendedXmp(jpeg: Buffer): Buffer {
  const parts: Buffer[] = []
  try {
    for (const { marker, start, end } of segments(jpeg, 0, jpeg.length)) {
      if (marker === SOS) break
      const isExtension = marker === 0xe1 && jpeg.subarray(start, start + EXTENSION.length).equals(EXTENSION)
      if (isExtension) parts.push(jpeg.subarray(start + EXTENSION.length + EXTENSION_HEAD, end))
    }
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
  }
  return Buffer.concat(parts)
}

/** Returns the XMP items of an AVIF or HEIC file. */
function itemParts(file: Buffer): Part[] | undefined {
  const metas = [...boxes(file, 0, file.length)].filter(({ type }) => type === 'meta')
  try {
    const items = metas
      .flatMap(({ start, end }) => readItems(file, [...boxes(file, start + 4, end)]).items)
      .filter(({ type }) => type === 'mime application/rdf+xml')
    // Items may share bytes, so a small file could claim an unlimited amount.
    const claimed = items.flatMap(({ places }) => places).reduce((sum, [start, end]) => sum + end - start, 0)
    if (claimed > file.length) return undefined
    return items.map(({ places, encoding }) => ({
      bytes: Buffer.concat(places.map(([start, end]) => file.subarray(start, end))),
      isPacked: encoding !== '',
      isText: true,
    }))
  } catch (error) {
    if (error instanceof Unsafe) return undefined
    throw error
  }
}
