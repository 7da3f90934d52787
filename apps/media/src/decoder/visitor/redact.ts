import { readFile, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import type { Redaction } from '../../shared/messages.ts'
import { cleanAvif } from './formats/avif.ts'
import { cleanBmp } from './formats/bmp.ts'
import { cleanGif } from './formats/gif.ts'
import { cleanJpeg } from './formats/jpeg.ts'
import { cleanPng } from './formats/png.ts'
import { freeBuffer } from '../formats/locked-sharp.ts'
import { EditedFile } from './edited-file.ts'
import { fileDirectoryRules } from './metadata/tiff-tags.ts'
import { cleanTiff } from './metadata/tiff.ts'
import { cleanIcc } from './metadata/icc.ts'
import { cleanIptc, cleanPhotoshop } from './metadata/photoshop.ts'
import { cleanWebp } from './formats/webp.ts'
import { cleanXmp } from './metadata/xmp.ts'

/** Maximum size of files to clean, which are read into memory. Visitors get a JPEG instead of a larger original. */
const MAX_FILE_BYTES = 300 * 1024 ** 2

/**
 * Computes the patches that remove private data from an original (rule 38). Returns null if that is not possible; visitors then get a JPEG.
 */
export async function computeRedaction(
  path: string,
  type: ImageType,
  { orientation = 1, packet }: { orientation?: number | undefined; packet?: Buffer | undefined } = {},
): Promise<Redaction | null> {
  if (!(type in CLEANERS_BY_TYPE) || (await stat(path)).size > MAX_FILE_BYTES) return null
  const bytes = await readFile(path)
  const redaction = redactBytes(bytes, type, orientation !== 1, packet)
  freeBuffer(bytes)
  return redaction
}

/**
 * Removes private data from `bytes` in place. Returns null if the file cannot be parsed. `packet`: the XMP packet that replaces the packet
 * of the file if that packet cannot be cleaned.
 */
export function redactBytes(bytes: Buffer, type: ImageType, isRotated = false, packet?: Buffer): Redaction | null {
  const clean = CLEANERS_BY_TYPE[type]
  if (!clean) return null
  try {
    const file = new EditedFile(bytes, isRotated, packet)
    clean(file)
    const patches = file.toPatches()
    return { patches, crc32: crc32(bytes) }
  } catch {
    return null
  }
}

/**
 * Functions that remove private data, by file type. RAW and HEIC have none, because visitors get a JPEG instead. ExifTool is not used,
 * because it keeps unknown chunks, extensions and boxes (ADR 0009).
 */
const CLEANERS_BY_TYPE: Partial<Record<ImageType, (file: EditedFile) => void>> = {
  jpeg: cleanJpeg,
  png: cleanPng,
  webp: cleanWebp,
  gif: cleanGif,
  avif: cleanAvif,
  bmp: cleanBmp,
  tiff: file =>
    cleanTiff(
      file,
      [0, file.bytes.length],
      { chain: [fileDirectoryRules], isEndless: true, isFile: true },
      {
        xmp: (start, end) => cleanXmp(file, start, end),
        iptc: (start, end) => cleanIptc(file, start, end),
        icc: (start, end) => cleanIcc(file, [[start, end]]),
        photoshop: (start, end) => cleanPhotoshop(file, start, end),
      },
    ),
}
