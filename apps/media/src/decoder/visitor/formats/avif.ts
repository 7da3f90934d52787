import { type Box, boxes, type Item, readItems } from './avif-items.ts'
import { cleanExif } from './jpeg.ts'
import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

/** Boxes that hold pictures or combine them. Others (moving pictures, boxes of camera makers) are not known to be harmless. */
const KEPT_BOXES = new Set(['ftyp', 'mdat', 'meta'])
const KEPT_META = new Set(['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'grpl'])
const KEPT_ITEMS = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap'])
const EMPTY_BOXES = new Set(['free', 'skip'])

export function cleanAvif(file: EditedFile): void {
  let at = 0
  const all = [...boxes(file.bytes, 0, file.bytes.length)]
  for (const box of all) {
    if (EMPTY_BOXES.has(box.type)) file.fill(box.start, box.end)
    else assure(KEPT_BOXES.has(box.type), `AVIF: box ${box.type}`)
    at = box.end
  }
  assure(at > 0 && at === file.bytes.length, 'AVIF: nothing, or something behind the last box')
  const used = all.filter(({ type }) => type === 'meta').flatMap(box => cleanMeta(file, box))
  for (const { type, ...box } of all) if (type === 'mdat') blankUnused(file, box, used)
}

type Place = [start: number, end: number]

/** Returns the ranges of bytes that the items of the file use. */
function cleanMeta(file: EditedFile, { start, end }: Box): Place[] {
  const inside = [...boxes(file.bytes, start + 4, end)]
  for (const { type } of inside) assure(KEPT_META.has(type), `AVIF: box ${type}`)
  const { items, used } = readItems(file.bytes, inside)
  for (const item of items) cleanItem(file, item)
  for (const { type, ...box } of inside) {
    if (type === 'idat') blankUnused(file, box, used)
    if (type === 'iprp') cleanProperties(file, box)
  }
  return used
}

/**
 * Properties that are needed to display a picture. Others (descriptions, times, boxes of camera makers) become empty but keep their index,
 * because items refer to it.
 */
const KEPT_PROPERTIES = new Set(
  'ispe pixi colr av1C auxC clap irot imir pasp rloc lsel a1op a1lx clli mdcv cclv amve reve ndwt'.split(' '),
)
const PROFILES = new Set(['prof', 'rICC'])

function cleanProperties(file: EditedFile, { start, end }: Omit<Box, 'type'>): void {
  for (const { type, ...container } of boxes(file.bytes, start, end)) {
    assure(type === 'ipco' || type === 'ipma', `AVIF: box ${type}`)
    if (type === 'ipma') continue
    for (const property of boxes(file.bytes, container.start, container.end)) {
      if (property.type === 'colr') cleanColours(file, property)
      else if (!KEPT_PROPERTIES.has(property.type)) {
        const isShort = file.bytes.toString('latin1', property.start - 4, property.start) === property.type
        assure(isShort, 'AVIF: a property of a strange length')
        file.write(property.start - 4, Buffer.from('free'))
        file.fill(property.start, property.end)
      }
    }
  }
}

function cleanColours(file: EditedFile, { start, end }: Box): void {
  const isProfile = PROFILES.has(file.bytes.toString('latin1', start, start + 4))
  try {
    if (isProfile) cleanIcc(file, [[start + 4, end]])
    else file.fill(Math.min(start + CODE_POINTS, end), end)
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.fill(start + 4, end)
  }
}
/** The length of kind, primaries, transfer, matrix and range. */
const CODE_POINTS = 11

function blankUnused(file: EditedFile, { start, end }: { start: number; end: number }, used: Place[]): void {
  let at = start
  for (const [from, to] of used.toSorted(([one], [other]) => one - other)) {
    if (from > at) file.fill(at, Math.min(from, end))
    at = Math.min(end, Math.max(at, to))
    if (at === end) return
  }
  file.fill(at, end)
}

function cleanItem(file: EditedFile, { type, place }: Item): void {
  if (KEPT_ITEMS.has(type)) return
  if (!place) throw new Unsafe(`AVIF: item ${type} in a strange place`)
  const [start, end] = place
  try {
    if (type === 'Exif') cleanExif(file, [start + 4 + file.bytes.readUInt32BE(start), end])
    else if (type === 'mime application/rdf+xml') cleanXmp(file, start, end)
    else throw new Unsafe(`AVIF: item ${type}`)
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.fill(start, end)
  }
}
