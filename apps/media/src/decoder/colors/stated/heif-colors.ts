import { type Box, readBoxes, findBox } from '../../formats/heic-sequence.ts'
import { readItems } from '../../visitor/formats/avif-items.ts'
import { UnsafeFile } from '../../visitor/edited-file.ts'
import { type CicpCodes, colorSpaceOfCicp } from './cicp.ts'
import { readAv1CodePoints, readHevcCodePoints } from './codec-colors.ts'
import type { ColorSpace } from '../color-space.ts'
import { colorSpaceOfIcc } from '../colors.ts'

/**
 * Returns the color space of the primary picture of an AVIF or HEIC file: from a profile, otherwise from code points (ISO 14496-12,
 * `colr`), otherwise from its video stream.
 */
export async function readHeifColorSpace(file: Buffer): Promise<ColorSpace | undefined> {
  try {
    const properties = findPrimaryProperties(file)
    const colorBoxes = properties.filter(({ type }) => type === 'colr')
    const colorKindOf = ({ start }: Box): string => file.toString('latin1', start, start + 4)
    const profile = colorBoxes.find(box => /prof|rICC/.test(colorKindOf(box)))
    const byProfile = profile && (await colorSpaceOfIcc(file.subarray(profile.start + 4, profile.end), 'rgb'))
    if (byProfile) return byProfile
    const codes = colorBoxes.find(box => colorKindOf(box) === 'nclx')
    const { primaries, transfer } =
      (codes ? readCodesOfBox(file, codes) : readCodesOfStream(file, properties)) ?? UNSPECIFIED_CODES
    return colorSpaceOfCicp({
      primaries,
      transfer,
      isVideoShownAsSrgb: true,
      peakNits: readPeakNits(file, properties),
    })
  } catch (error) {
    if (error instanceof RangeError || error instanceof UnsafeFile) return undefined // a box is truncated
    throw error
  }
}

const UNSPECIFIED_CODES: CicpCodes = { primaries: 2, transfer: 2 }
const readCodesOfBox = (file: Buffer, { start }: Box): CicpCodes => ({
  primaries: file.readUInt16BE(start + 4),
  transfer: file.readUInt16BE(start + 6),
})

function readCodesOfStream(file: Buffer, properties: Box[]): CicpCodes | undefined {
  const hevc = properties.find(({ type }) => type === 'hvcC')
  if (hevc) return readHevcCodePoints(file.subarray(hevc.start, hevc.end))
  const meta = findMetaBox(file)
  const items = meta ? readItems(file, [...readBoxes(file, meta.start, meta.end)]).items : []
  const picture = items.find(({ type, range }) => type === 'av01' && range)
  return picture?.range && readAv1CodePoints(file.subarray(...picture.range))
}

function findMetaBox(file: Buffer): Box | undefined {
  const meta = [...readBoxes(file, 0, file.length)].find(({ type }) => type === 'meta')
  return meta && { ...meta, start: meta.start + 4 }
}

/** Returns true if the HEVC configuration of the picture or of a tile has more than 8 bits per channel (ISO 14496-15, 8.3.3). */
export function hasMoreThan8Bits(file: Buffer): boolean {
  const container = findBox(file, findMetaBox(file), 'iprp', 'ipco')
  const properties = container ? [...readBoxes(file, container.start, container.end)] : []
  return properties.some(({ type, start }) => type === 'hvcC' && ((file[start + 17] ?? 0) & 7) > 0)
}

/** Returns the brightest light of the picture in nits, or that of the display on which the picture was mastered. */
function readPeakNits(file: Buffer, properties: Box[]): number | undefined {
  const find = (type: string): Box | undefined => properties.find(box => box.type === type)
  const [content, display] = [find('clli'), find('mdcv')]
  return (content && file.readUInt16BE(content.start)) || (display && file.readUInt32BE(display.start + 16) / 10_000)
}

/**
 * Returns the properties of the primary item, or those of all items if the primary item states no color space: a grid has the color space
 * of its tiles.
 */
function findPrimaryProperties(file: Buffer): Box[] {
  const body = findMetaBox(file)
  if (!body) return []
  const [primary, container, assignments] = [['pitm'], ['iprp', 'ipco'], ['iprp', 'ipma']].map(path =>
    findBox(file, body, ...path),
  )
  if (!container) return []
  const all = [...readBoxes(file, container.start, container.end)]
  const assignedIndexes =
    primary && assignments ? readAssignedIndexes(file, assignments, readItemId(file, primary)) : []
  const properties = assignedIndexes.flatMap(index => all[index - 1] ?? [])
  return properties.some(({ type }) => type === 'colr') ? properties : all
}

const readItemId = (file: Buffer, { start }: Box): number =>
  file[start] === 0 ? file.readUInt16BE(start + 4) : file.readUInt32BE(start + 4)

function readAssignedIndexes(file: Buffer, { start, end }: Box, item: number): number[] {
  const [isLongId, isLongIndex] = [(file[start] ?? 0) > 0, ((file[start + 3] ?? 0) & 1) === 1]
  let offset = start + 8
  for (let left = file.readUInt32BE(start + 4); left > 0 && offset < end; left--) {
    const id = isLongId ? file.readUInt32BE(offset) : file.readUInt16BE(offset)
    offset += isLongId ? 4 : 2
    const count = file[offset++] ?? 0
    const size = isLongIndex ? 2 : 1
    const indexes = Array.from({ length: count }, (_, n) =>
      isLongIndex ? file.readUInt16BE(offset + n * size) & 0x7fff : (file[offset + n] ?? 0) & 0x7f,
    )
    if (id === item) return indexes
    offset += count * size
  }
  return []
}
