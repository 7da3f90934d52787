import { toText } from '../../exif/tags.ts'

const TAG_TABLE_START = 132
const TAG_ENTRY_LENGTH = 12
const MAX_TAGS = 100
const UNNAMED_PROFILE = 'An unnamed profile'
/** Tags without which a profile that has no table cannot be applied. */
const REQUIRED_TAGS: Record<string, string[]> = {
  'RGB ': ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'],
  GRAY: ['kTRC'],
}
const TABLE_TAGS = ['A2B0', 'A2B1']

export type IccProfile = { space: 'RGB ' | 'GRAY' | 'CMYK'; name: string; findTag(name: string): Buffer | undefined }

/** Reads an untrusted profile. Returns undefined if it is damaged or is no RGB, gray or CMYK profile; browsers ignore such profiles. */
export function readIcc(icc: Buffer): IccProfile | undefined {
  try {
    return parseProfile(icc)
  } catch (error) {
    if (error instanceof RangeError) return undefined // a tag lies beyond the end of the profile
    throw error
  }
}

const isSupportedSpace = (space: string): space is IccProfile['space'] => ['RGB ', 'GRAY', 'CMYK'].includes(space)

function parseProfile(icc: Buffer): IccProfile | undefined {
  const isProfile =
    icc.length >= TAG_TABLE_START && icc.readUInt32BE(0) <= icc.length && icc.toString('latin1', 36, 40) === 'acsp'
  const space = icc.toString('latin1', 16, 20)
  const tags = isProfile ? readTags(icc) : undefined
  if (!tags || !isSupportedSpace(space)) return undefined
  const isComplete = TABLE_TAGS.some(name => tags.has(name)) || REQUIRED_TAGS[space]?.every(name => tags.has(name))
  return isComplete ? { space, name: readName(tags.get('desc')), findTag: name => tags.get(name) } : undefined
}

function readTags(icc: Buffer): Map<string, Buffer> | undefined {
  const tags = new Map<string, Buffer>()
  for (let index = 0, count = icc.readUInt32BE(128); index < count; index++) {
    const offset = TAG_TABLE_START + index * TAG_ENTRY_LENGTH
    const [start, size] = [icc.readUInt32BE(offset + 4), icc.readUInt32BE(offset + 8)]
    if (index >= MAX_TAGS || start + size > icc.length) return undefined
    tags.set(icc.toString('latin1', offset, offset + 4), icc.subarray(start, start + size))
  }
  return tags
}

/** Returns the name in the description tag: ASCII, or since version 4 of ICC a list of UTF-16 texts. */
function readName(tag: Buffer | undefined): string {
  if (!tag || tag.length < 12) return UNNAMED_PROFILE
  try {
    return toText(readTextTag(tag)) ?? UNNAMED_PROFILE
  } catch {
    return UNNAMED_PROFILE
  }
}

function readTextTag(tag: Buffer): string | undefined {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'desc') return tag.toString('latin1', 12, 12 + tag.readUInt32BE(8))
  if (type !== 'mluc' || tag.readUInt32BE(8) === 0) return undefined
  const [length, start] = [tag.readUInt32BE(20), tag.readUInt32BE(24)]
  const text = Buffer.from(tag.subarray(start, start + (length & ~1)))
  return text.swap16().toString('utf16le')
}
