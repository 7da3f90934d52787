import { readFile, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import { cleanAvif } from './avif.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { type Patch, Sheet } from './sheet.ts'
import { fileDirectory } from './tiff-tags.ts'
import { cleanTiff } from './tiff.ts'
import { cleanIptc, cleanPhotoshop } from './photoshop.ts'
import { cleanWebp } from './webp.ts'
import { cleanXmp } from './xmp.ts'

/** How the original becomes what a visitor may have: byte for byte the same but for the patches; none: as it is. */
export type Redaction = { patches: Patch[]; crc32: number }

/** A file is read as a whole; beyond this the memory is worth more. */
const LARGEST = 300 * 1024 ** 2

/** Null: the original cannot be made safe (READINGS 38), a rendition must do. */
export async function redactFile(path: string, type: ImageType, orientation = 1): Promise<Redaction | null> {
  if (!(type in CLEANERS) || (await stat(path)).size > LARGEST) return null
  return redact(await readFile(path), type, orientation !== 1)
}

/** Works in the bytes it is given. Never throws: what a walker trips over is not safe. */
export function redact(bytes: Buffer, type: ImageType, isTurned = false): Redaction | null {
  const clean = CLEANERS[type]
  if (!clean) return null
  try {
    const sheet = new Sheet(bytes, isTurned)
    clean(sheet)
    const patches = sheet.patches()
    return { patches, crc32: crc32(bytes) }
  } catch {
    return null
  }
}

/** RAW and HEIC files go out as a JPEG anyway. A BMP has no place for metadata. */
const CLEANERS: Partial<Record<ImageType, (sheet: Sheet) => void>> = {
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanAvif,
  bmp: () => {},
  tiff: sheet =>
    cleanTiff(
      sheet,
      [0, sheet.bytes.length],
      { chain: [fileDirectory], endless: true, isFile: true },
      {
        xmp: (start, end) => cleanXmp(sheet, start, end),
        iptc: (start, end) => cleanIptc(sheet, start, end),
        photoshop: (start, end) => cleanPhotoshop(sheet, start, end),
      },
    ),
}
