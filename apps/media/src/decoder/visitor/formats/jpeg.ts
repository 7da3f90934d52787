import { behindExifPrefix } from '../../exif/exif-texts.ts'
import { COMMENT, EOI, isApplication, segments, SOI } from '../../jpeg/jpeg-segments.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanPhotoshop } from '../metadata/photoshop.ts'
import { assure, type EditedFile, Unsafe } from '../edited-file.ts'
import { exifDirectory, pictureTable, thumbnailDirectory } from '../metadata/tiff-tags.ts'
import { cleanTiff } from '../metadata/tiff.ts'
import { cleanXmp } from '../metadata/xmp.ts'

/** The maximum depth of pictures inside pictures. Typical files are not nested deeper. */
const DEEPEST = 2
const MOST_PICTURES = 16

type Place = [start: number, end: number]
/**
 * Cleans one kind of segment, which SEGMENTS identifies by its first bytes. Segments that are not listed (of camera makers, thermal
 * pictures, provenance, comments …) are blanked.
 */
type Cleaner = (file: EditedFile, place: Place, depth: number) => void
const keep: Cleaner = () => {}
const PROFILE = 'ICC_PROFILE\0'
const SEGMENTS: [marker: number, begins: string, cleaner: Cleaner][] = [
  [0xe0, 'JFIF\0', keep],
  [0xe1, 'Exif\0', (file, [start, end], depth) => cleanExif(file, [behindExifPrefix(file.bytes, start), end], depth)],
  [0xe1, 'http://ns.adobe.com/xap/1.0/\0', (file, [start, end]) => cleanXmp(file, start + 29, end)],
  [0xe2, PROFILE, keep], // cleaned by cleanProfile
  [0xe2, 'urn:iso:std:iso:ts:21496:-1\0', keep], // how the gain map of an HDR picture is used
  [0xe2, 'MPF\0', (file, [start, end]) => cleanTiff(file, [start + 4, end], { chain: [pictureTable, pictureTable] })],
  [0xed, 'Photoshop 3.0\0', (file, [start, end]) => cleanPhotoshop(file, start + 14, end)],
  [0xee, 'Adobe', keep], // states how colors are encoded
]

/** Cleans a JPEG file: its picture, and everything that follows it. */
export function cleanJpeg(file: EditedFile): void {
  const { bytes } = file
  let at = cleanPicture(file, [0, bytes.length], 0)
  // Gain maps, depth maps and second views are JPEGs of their own and are kept; videos and trailers of camera makers are not.
  for (let pictures = 0; pictures < MOST_PICTURES; pictures++) {
    const next = nextPicture(bytes, at)
    if (next === undefined) break
    file.fill(at, next)
    try {
      at = cleanPicture(file, [next, bytes.length], 0)
    } catch (error) {
      if (!(error instanceof Unsafe)) throw error
      at = next
      break
    }
  }
  file.fill(at, bytes.length)
}

export function cleanExif(file: EditedFile, place: Place, depth = 0): void {
  const jpeg = (start: number, end: number): void => {
    file.fill(cleanPicture(file, [start, end], depth + 1), end)
  }
  try {
    cleanTiff(file, place, { chain: [exifDirectory, thumbnailDirectory] }, { jpeg })
  } catch (error) {
    // Without EXIF the picture would no longer be displayed upright.
    if (error instanceof Unsafe && file.isTurned) throw new Error(`EXIF is needed: ${error.message}`, { cause: error })
    throw error
  }
}

/**
 * Returns the offset of a picture that follows at once or after a padding of zeros. A search would find pictures inside videos and treat
 * them as pictures of this file.
 */
function nextPicture(bytes: Buffer, from: number): number | undefined {
  let at = from
  while (at < bytes.length && bytes[at] === 0) at++
  return bytes[at] === 0xff && bytes[at + 1] === SOI && bytes[at + 2] === 0xff ? at : undefined
}

/** Returns the offset at which the picture ends. A truncated picture ends with the file. */
function cleanPicture(file: EditedFile, [start, end]: Place, depth: number): number {
  assure(depth <= DEEPEST, 'JPEG: pictures in pictures')
  const profile: Place[] = []
  let pictureEnd = end
  for (const { marker, ...segment } of segments(file.bytes, start, end)) {
    if (marker === EOI) pictureEnd = segment.next
    const place: Place = [segment.start, segment.end]
    if (marker === COMMENT || isApplication(marker)) cleanSegment(file, { marker, place, depth })
    if (marker === 0xe2 && file.bytes.toString('latin1', segment.start, segment.start + PROFILE.length) === PROFILE)
      profile.push(place)
  }
  cleanProfile(file, profile)
  return pictureEnd
}

/** A profile is divided into numbered segments. */
function cleanProfile(file: EditedFile, all: Place[]): void {
  if (all.length === 0) return
  const number = ([start]: Place): number => file.bytes[start + PROFILE.length] ?? 0
  const parts = all.toSorted((one, other) => number(one) - number(other))
  try {
    cleanIcc(
      file,
      parts.map(([start, end]): Place => [Math.min(start + PROFILE.length + 2, end), end]),
    )
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    for (const [start, end] of all) file.fill(start, end)
  }
}

function cleanSegment(
  file: EditedFile,
  { marker, place, depth }: { marker: number; place: Place; depth: number },
): void {
  const [start, end] = place
  const head = file.bytes.toString('latin1', start, Math.min(start + 40, end))
  const cleaner = SEGMENTS.find(([of, begins]) => of === marker && head.startsWith(begins))?.[2]
  try {
    assure(cleaner !== undefined, 'JPEG: a segment that is not listed')
    cleaner(file, place, depth)
  } catch (error) {
    if (!(error instanceof Unsafe)) throw error
    file.fill(start, end)
  }
}
