import { boxes, inside } from '../../formats/heic-sequence.ts'
import { readItems } from '../../visitor/formats/avif-items.ts'
import { Unsafe } from '../../visitor/edited-file.ts'
import { type Cicp, coloursOfCicp } from './cicp.ts'
import { codePointsOfAv1, codePointsOfHevc } from './codec-colours.ts'
import type { Colours } from '../colour-space.ts'
import { coloursOfIcc } from '../colours.ts'

type Box = { type: string; start: number; end: number }

/**
 * Returns the color space of the primary picture of an AVIF or HEIC file: from a profile, otherwise from code points (ISO 14496-12,
 * `colr`), otherwise from its video stream.
 */
export async function heifColours(file: Buffer): Promise<Colours | undefined> {
  try {
    const properties = propertiesOfPrimary(file)
    const stated = properties.filter(({ type }) => type === 'colr')
    const kindOf = ({ start }: Box): string => file.toString('latin1', start, start + 4)
    const profile = stated.find(box => /prof|rICC/.test(kindOf(box)))
    const byProfile = profile && (await coloursOfIcc(file.subarray(profile.start + 4, profile.end), 'rgb'))
    if (byProfile) return byProfile
    const codes = stated.find(box => kindOf(box) === 'nclx')
    const { primaries, transfer } = (codes ? inBox(file, codes) : inStream(file, properties)) ?? NOTHING
    return coloursOfCicp({ primaries, transfer, isVideoShownAsSrgb: true, peak: peakOf(file, properties) })
  } catch (error) {
    if (error instanceof RangeError || error instanceof Unsafe) return undefined // a box is shorter than it states
    throw error
  }
}

const NOTHING: Cicp = { primaries: 2, transfer: 2 }
const inBox = (file: Buffer, { start }: Box): Cicp => ({
  primaries: file.readUInt16BE(start + 4),
  transfer: file.readUInt16BE(start + 6),
})

function inStream(file: Buffer, properties: Box[]): Cicp | undefined {
  const hevc = properties.find(({ type }) => type === 'hvcC')
  if (hevc) return codePointsOfHevc(file.subarray(hevc.start, hevc.end))
  const meta = metaOf(file)
  const items = meta ? readItems(file, [...boxes(file, meta.start, meta.end)]).items : []
  const picture = items.find(({ type, place }) => type === 'av01' && place)
  return picture?.place && codePointsOfAv1(file.subarray(...picture.place))
}

function metaOf(file: Buffer): Box | undefined {
  const meta = [...boxes(file, 0, file.length)].find(({ type }) => type === 'meta')
  return meta && { ...meta, start: meta.start + 4 }
}

/** Reads the HEVC configuration of the picture or of its tiles (ISO 14496-15, 8.3.3). */
export function hasMoreThan8Bits(file: Buffer): boolean {
  const container = inside(file, metaOf(file), 'iprp', 'ipco')
  const properties = container ? [...boxes(file, container.start, container.end)] : []
  return properties.some(({ type, start }) => type === 'hvcC' && ((file[start + 17] ?? 0) & 7) > 0)
}

/** Returns the brightest light in nits: of the picture, or of the display on which it was mastered. */
function peakOf(file: Buffer, properties: Box[]): number | undefined {
  const find = (type: string): Box | undefined => properties.find(box => box.type === type)
  const [content, display] = [find('clli'), find('mdcv')]
  return (content && file.readUInt16BE(content.start)) || (display && file.readUInt32BE(display.start + 16) / 10_000)
}

/**
 * Returns the properties of the primary item. If none of them states a color space, returns those of all items, because the color space of
 * its tiles applies to the primary item, too.
 */
function propertiesOfPrimary(file: Buffer): Box[] {
  const body = metaOf(file)
  if (!body) return []
  const [primary, container, assignments] = [['pitm'], ['iprp', 'ipco'], ['iprp', 'ipma']].map(path =>
    inside(file, body, ...path),
  )
  if (!container) return []
  const all = [...boxes(file, container.start, container.end)]
  const own = primary && assignments ? assigned(file, assignments, idOf(file, primary)) : []
  const properties = own.flatMap(index => all[index - 1] ?? [])
  return properties.some(({ type }) => type === 'colr') ? properties : all
}

const idOf = (file: Buffer, { start }: Box): number =>
  file[start] === 0 ? file.readUInt16BE(start + 4) : file.readUInt32BE(start + 4)

function assigned(file: Buffer, { start, end }: Box, item: number): number[] {
  const [isLongId, isLongIndex] = [(file[start] ?? 0) > 0, ((file[start + 3] ?? 0) & 1) === 1]
  let at = start + 8
  for (let left = file.readUInt32BE(start + 4); left > 0 && at < end; left--) {
    const id = isLongId ? file.readUInt32BE(at) : file.readUInt16BE(at)
    at += isLongId ? 4 : 2
    const count = file[at++] ?? 0
    const size = isLongIndex ? 2 : 1
    const indexes = Array.from({ length: count }, (_, one) =>
      isLongIndex ? file.readUInt16BE(at + one * size) & 0x7fff : (file[at + one] ?? 0) & 0x7f,
    )
    if (id === item) return indexes
    at += count * size
  }
  return []
}
