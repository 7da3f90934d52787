import { readIcc } from '../../colors/icc/icc-profile.ts'
import { assertSafe, type ByteRange, type EditedFile, findGaps } from '../edited-file.ts'

/**
 * Tags that remain: those for colors, name and rights. Other tags may be private; a monitor profile may contain the serial number of the
 * monitor.
 */
const KEPT_TAGS = new Set(
  (
    'A2B0 A2B1 A2B2 A2B3 B2A0 B2A1 B2A2 B2A3 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3 rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC ' +
    'wtpt bkpt chad chrm lumi gamt pre0 pre1 pre2 view vued meas tech cicp rig0 rig2 desc cprt'
  ).split(' '),
)
const [PROFILE_ID_START, PROFILE_ID_END, TAG_TABLE_START, TAG_ENTRY_LENGTH] = [84, 100, 132, 12]

/**
 * Overwrites the tags of a profile that are not in KEPT_TAGS. `parts` are the ranges of the profile in the file. Throws UnsafeFile for an
 * invalid profile, which browsers ignore.
 */
export function cleanIcc(file: EditedFile, parts: ByteRange[]): void {
  const icc = Buffer.concat(parts.map(([start, end]) => file.bytes.subarray(start, end)))
  for (const range of findUnneededRanges(icc)) blankInParts(file, parts, range)
}

/** Returns a copy of the profile without the tags that are not in KEPT_TAGS. */
export function copyCleanIcc(icc: Buffer): Buffer {
  const copy = Buffer.from(icc)
  for (const [start, end] of findUnneededRanges(icc)) copy.fill(0, start, end)
  return copy
}

function findUnneededRanges(icc: Buffer): ByteRange[] {
  assertSafe(readIcc(icc) !== undefined, 'ICC: invalid or unsupported profile')
  const entries = Array.from(
    { length: icc.readUInt32BE(TAG_TABLE_START - 4) },
    (_, index) => TAG_TABLE_START + index * TAG_ENTRY_LENGTH,
  )
  const tags = entries
    .filter(offset => KEPT_TAGS.has(icc.toString('latin1', offset, offset + 4)))
    .map((offset): ByteRange => [
      icc.readUInt32BE(offset + 4),
      icc.readUInt32BE(offset + 4) + icc.readUInt32BE(offset + 8),
    ])
  const neededRanges: ByteRange[] = [
    [0, PROFILE_ID_END],
    [TAG_TABLE_START - 4, TAG_TABLE_START + entries.length * TAG_ENTRY_LENGTH],
    ...tags,
  ]
  const unneededRanges = findGaps(neededRanges, 0, icc.length)
  const isChanged = unneededRanges.some(([start, end]) => icc.subarray(start, end).some(byte => byte !== 0))
  // the id is a checksum of the profile; zeros mean that there is none
  return isChanged ? [[PROFILE_ID_START, PROFILE_ID_END], ...unneededRanges] : []
}

function blankInParts(file: EditedFile, parts: ByteRange[], [from, to]: ByteRange): void {
  let precedingBytes = 0
  for (const [start, end] of parts) {
    const [first, last] = [Math.max(from - precedingBytes, 0), Math.min(to - precedingBytes, end - start)]
    if (first < last) file.fill(start + first, start + last)
    precedingBytes += end - start
  }
}
