import { type Box, readBoxes, type AvifItem, readItems } from './avif-items.ts'
import { cleanExif } from './jpeg.ts'
import { assertSafe, type ByteRange, cleanWithFallback, type EditedFile, findGaps, UnsafeFile } from '../edited-file.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanXmp } from '../metadata/xmp.ts'

/**
 * Boxes that a still picture needs. Other boxes, such as videos and those of camera makers, may contain private data, so a file with them
 * is rejected.
 */
const KEPT_BOXES = new Set(['ftyp', 'mdat', 'meta'])
const KEPT_META_BOXES = new Set(['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'grpl'])
const KEPT_ITEMS = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap'])
const EMPTY_BOXES = new Set(['free', 'skip'])

export function cleanAvif(file: EditedFile): void {
  let offset = 0
  const all = [...readBoxes(file.bytes, 0, file.bytes.length)]
  for (const box of all) {
    if (EMPTY_BOXES.has(box.type)) file.fill(box.start, box.end)
    else assertSafe(KEPT_BOXES.has(box.type), `AVIF: box ${box.type}`)
    offset = box.end
  }
  assertSafe(offset > 0 && offset === file.bytes.length, 'AVIF: no boxes, or bytes after the last box')
  const usedRanges = all.filter(({ type }) => type === 'meta').flatMap(box => cleanMeta(file, box))
  for (const box of all) if (box.type === 'mdat') overwriteGaps(file, box, usedRanges)
}

/** Removes private data from a `meta` box. Returns the byte ranges of the file that its items use. */
function cleanMeta(file: EditedFile, { start, end }: Box): ByteRange[] {
  const boxes = [...readBoxes(file.bytes, start + 4, end)]
  for (const { type } of boxes) assertSafe(KEPT_META_BOXES.has(type), `AVIF: box ${type}`)
  const { items, usedRanges } = readItems(file.bytes, boxes)
  for (const item of items) cleanItem(file, item)
  for (const box of boxes) {
    if (box.type === 'idat') overwriteGaps(file, box, usedRanges)
    if (box.type === 'iprp') cleanProperties(file, box)
  }
  return usedRanges
}

/**
 * Properties that are needed to display a picture. Other properties (descriptions, times, those of camera makers) are overwritten but not
 * removed, because items refer to properties by index.
 */
const KEPT_PROPERTIES = new Set(
  'ispe pixi colr av1C auxC clap irot imir pasp rloc lsel a1op a1lx clli mdcv cclv amve reve ndwt'.split(' '),
)
const PROFILE_TYPES = new Set(['prof', 'rICC'])

function cleanProperties(file: EditedFile, { start, end }: Box): void {
  for (const { type, ...container } of readBoxes(file.bytes, start, end)) {
    assertSafe(type === 'ipco' || type === 'ipma', `AVIF: box ${type}`)
    if (type === 'ipma') continue
    for (const property of readBoxes(file.bytes, container.start, container.end)) {
      if (property.type === 'colr') cleanColors(file, property)
      else if (!KEPT_PROPERTIES.has(property.type)) {
        const isShort = file.bytes.toString('latin1', property.start - 4, property.start) === property.type
        assertSafe(isShort, 'AVIF: property with a 64-bit length')
        file.write(property.start - 4, Buffer.from('free'))
        file.fill(property.start, property.end)
      }
    }
  }
}

function cleanColors(file: EditedFile, { start, end }: Box): void {
  const isProfile = PROFILE_TYPES.has(file.bytes.toString('latin1', start, start + 4))
  if (!isProfile) return file.fill(Math.min(start + CODE_POINTS_LENGTH, end), end)
  const overwrite = () => file.fill(start + 4, end)
  cleanWithFallback(() => cleanIcc(file, [[start + 4, end]]), overwrite)
}
/** Length in bytes of color type, primaries, transfer, matrix and range. */
const CODE_POINTS_LENGTH = 11

function overwriteGaps(file: EditedFile, { start, end }: Box, usedRanges: ByteRange[]): void {
  for (const [from, to] of findGaps(usedRanges, start, end)) file.fill(from, to)
}

function cleanItem(file: EditedFile, { type, range }: AvifItem): void {
  if (KEPT_ITEMS.has(type)) return
  if (!range) throw new UnsafeFile(`AVIF: item ${type} is not contiguous`)
  const [start, end] = range
  const overwrite = () => file.fill(start, end)
  if (type === 'Exif')
    cleanWithFallback(() => cleanExif(file, [start + 4 + file.bytes.readUInt32BE(start), end]), overwrite)
  else if (type === 'mime application/rdf+xml') cleanWithFallback(() => cleanXmp(file, start, end), overwrite)
  else overwrite()
}
