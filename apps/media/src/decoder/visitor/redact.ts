import { readFile, stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { ImageType } from '@daymark/contracts'
import type { Redaction } from '../../shared/messages.ts'
import { cleanAvif } from './formats/avif.ts'
import { cleanBmp } from './formats/bmp.ts'
import { cleanGif } from './formats/gif.ts'
import { cleanJpeg } from './formats/jpeg.ts'
import { cleanPng } from './formats/png.ts'
import { free } from '../formats/locked-sharp.ts'
import { EditedFile } from './edited-file.ts'
import { fileDirectory } from './metadata/tiff-tags.ts'
import { cleanTiff } from './metadata/tiff.ts'
import { cleanIcc } from './metadata/icc.ts'
import { cleanIptc, cleanPhotoshop } from './metadata/photoshop.ts'
import { cleanWebp } from './formats/webp.ts'
import { cleanXmp } from './metadata/xmp.ts'

/** Files are read into memory, so visitors get a JPEG instead of a larger file. */
const LARGEST = 300 * 1024 ** 2

/** Returns null if the original cannot be made safe (rule 38); visitors then get a rendition. */
export async function redactFile(
  path: string,
  type: ImageType,
  { orientation = 1, packet }: { orientation?: number | undefined; packet?: Buffer | undefined } = {},
): Promise<Redaction | null> {
  if (!(type in CLEANERS) || (await stat(path)).size > LARGEST) return null
  const bytes = await readFile(path)
  const redaction = redact(bytes, type, orientation !== 1, packet)
  free(bytes)
  return redaction
}

/**
 * Changes the given bytes in place. Never throws: a file that cannot be parsed is not safe. `packet`: XMP that replaces a private packet.
 */
export function redact(bytes: Buffer, type: ImageType, isTurned = false, packet?: Buffer): Redaction | null {
  const clean = CLEANERS[type]
  if (!clean) return null
  try {
    const file = new EditedFile(bytes, isTurned, packet)
    clean(file)
    const patches = file.patches()
    return { patches, crc32: crc32(bytes) }
  } catch {
    return null
  }
}

/**
 * RAW and HEIC are missing because visitors get a JPEG instead. ExifTool is not used for PNG, WebP, GIF and AVIF, because it removes only
 * what it knows and copies unknown chunks, extensions and boxes (ADR 0009).
 */
const CLEANERS: Partial<Record<ImageType, (file: EditedFile) => void>> = {
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
      { chain: [fileDirectory], endless: true, isFile: true },
      {
        xmp: (start, end) => cleanXmp(file, start, end),
        iptc: (start, end) => cleanIptc(file, start, end),
        icc: (start, end) => cleanIcc(file, [[start, end]]),
        photoshop: (start, end) => cleanPhotoshop(file, start, end),
      },
    ),
}
