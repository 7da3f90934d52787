import { readIcc } from '../../colours/icc/icc-profile.ts'
import { assure, type EditedFile } from '../edited-file.ts'

type Place = [start: number, end: number]
/** Tags that define colors, the name and the rights. Profiles of screens have the serial number in private tags. */
const KEPT = new Set(
  (
    'A2B0 A2B1 A2B2 A2B3 B2A0 B2A1 B2A2 B2A3 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3 rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC ' +
    'wtpt bkpt chad chrm lumi gamt pre0 pre1 pre2 view vued meas tech cicp rig0 rig2 desc cprt'
  ).split(' '),
)
const [ID, ID_END, TABLE, ENTRY] = [84, 100, 132, 12]

/**
 * Blanks the parts of a profile that are not needed. `parts`: the ranges of the profile in the file. Throws Unsafe if browsers ignore the
 * profile.
 */
export function cleanIcc(file: EditedFile, parts: Place[]): void {
  const icc = Buffer.concat(parts.map(([start, end]) => file.bytes.subarray(start, end)))
  for (const place of unneeded(icc)) fillParts(file, parts, place)
}

/** Returns a copy of the profile without the parts that are not needed. */
export function cleanedIcc(icc: Buffer): Buffer {
  const copy = Buffer.from(icc)
  for (const [start, end] of unneeded(icc)) copy.fill(0, start, end)
  return copy
}

function unneeded(icc: Buffer): Place[] {
  assure(readIcc(icc) !== undefined, 'ICC: no profile, or of another kind')
  const entries = Array.from({ length: icc.readUInt32BE(TABLE - 4) }, (_, index) => TABLE + index * ENTRY)
  const tags = entries
    .filter(at => KEPT.has(icc.toString('latin1', at, at + 4)))
    .map((at): Place => [icc.readUInt32BE(at + 4), icc.readUInt32BE(at + 4) + icc.readUInt32BE(at + 8)])
  const kept: Place[] = [[0, ID_END], [TABLE - 4, TABLE + entries.length * ENTRY], ...tags]
  const places: Place[] = []
  let at = 0
  for (const [start, end] of kept.toSorted(([one], [other]) => one - other)) {
    if (start > at) places.push([at, start])
    at = Math.max(at, end)
  }
  places.push([at, icc.length])
  const isChanged = places.some(([start, end]) => icc.subarray(start, end).some(byte => byte !== 0))
  // The id is a checksum of the profile; zero means that it was not computed.
  return isChanged ? [[ID, ID_END], ...places] : []
}

function fillParts(file: EditedFile, parts: Place[], [from, to]: Place): void {
  let before = 0
  for (const [start, end] of parts) {
    const [first, last] = [Math.max(from - before, 0), Math.min(to - before, end - start)]
    if (first < last) file.fill(start + first, start + last)
    before += end - start
  }
}
