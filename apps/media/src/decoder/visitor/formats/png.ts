import { crc32 } from 'node:zlib'
import { cleanExif } from './jpeg.ts'
import type { EditedFile } from '../edited-file.ts'
import { assure, Unsafe } from '../unsafe.ts'
import { cleanXmp } from '../metadata/xmp.ts'

const KEPT = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
  ...['tIME', 'cICP', 'mDCV', 'mDCv', 'cLLI', 'cLLi', 'acTL', 'fcTL', 'fdAT'],
])
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt'])
const KEPT_TEXTS = new Set(['Title', 'Author', 'Description', 'Copyright', 'Creation Time', 'Software', 'Disclaimer'])
const XMP = 'XML:com.adobe.xmp\0\0\0\0\0'
/** By the case of its letters: not critical, private, not to be copied by editors. Readers step over it. */
const NOTHING = Buffer.from('blNK')

type Chunk = { type: string; start: number; end: number }

export function cleanPng(file: EditedFile): void {
  const { bytes } = file
  let at = 8
  for (let type = ''; type !== 'IEND';) {
    assure(at + 12 <= bytes.length, 'PNG: cut short')
    const end = at + 8 + bytes.readUInt32BE(at)
    assure(end + 4 <= bytes.length, 'PNG: a chunk beyond the end')
    type = bytes.toString('latin1', at + 4, at + 8)
    cleanChunk(file, { type, start: at + 8, end })
    at = end + 4
  }
  file.fill(at, bytes.length)
}

function cleanChunk(file: EditedFile, chunk: Chunk): void {
  const { type, start, end } = chunk
  if (KEPT.has(type)) return
  assure(/^[a-z][A-Za-z]{3}$/.test(type), `PNG: chunk ${type}`)
  try {
    cleanKnown(file, chunk)
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.write(start - 4, NOTHING)
    file.fill(start, end)
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(file.bytes.subarray(start - 4, end)))
  file.write(end, sum)
}

function cleanKnown(file: EditedFile, { type, start, end }: Chunk): void {
  if (type === 'eXIf') return cleanExif(file, [start, end])
  assure(TEXTS.has(type), 'PNG: a chunk that is not listed')
  const head = file.bytes.toString('latin1', start, Math.min(start + 80, end))
  if (type === 'iTXt' && head.startsWith(XMP)) return cleanXmp(file, start + XMP.length, end)
  assure(KEPT_TEXTS.has(head.split('\0', 1)[0] ?? ''), 'PNG: a text that is not listed')
}
