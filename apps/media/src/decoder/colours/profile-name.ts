import type { Metadata } from 'sharp'
import { isAdobeRgb } from '../exif/exif-block.ts'
import { numberOf, type Tags, textOf } from '../exif/tags.ts'

const TABLE = 132
const ENTRY = 12
const UNNAMED = 'An unnamed profile'

/** What a profile calls itself: the tag `desc`, which is ASCII, or since version 4 a list of texts in UTF-16. Bytes of strangers. */
export function profileName(icc: Buffer): string {
  try {
    return textOf(description(icc)) ?? UNNAMED
  } catch {
    return UNNAMED
  }
}

function description(icc: Buffer): string | undefined {
  const tags = Math.min(icc.readUInt32BE(128), 100)
  for (let at = TABLE; at < TABLE + tags * ENTRY; at += ENTRY) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue
    const [start, size] = [icc.readUInt32BE(at + 4), icc.readUInt32BE(at + 8)]
    return textIn(icc.subarray(start, start + size))
  }
  return undefined
}

function textIn(tag: Buffer): string | undefined {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'desc') return tag.toString('latin1', 12, 12 + tag.readUInt32BE(8))
  if (type !== 'mluc' || tag.readUInt32BE(8) === 0) return undefined
  const [length, start] = [tag.readUInt32BE(20), tag.readUInt32BE(24)]
  const text = Buffer.from(tag.subarray(start, start + (length & ~1)))
  return text.swap16().toString('utf16le')
}

/**
 * Which colours the numbers of a file are: its profile, or sRGB where a camera says so in EXIF alone. Empty: it does not say, also
 * where EXIF says Adobe RGB and other programs would not look. Undefined: not to be had, as of RAW files.
 */
export function colorProfileOf(metadata: Metadata | undefined, tags: Tags): string | undefined {
  if (!metadata) return undefined
  if (metadata.icc) return profileName(metadata.icc)
  return numberOf(tags.ColorSpace) === 1 && !isAdobeRgb(tags) ? 'sRGB' : ''
}
