import { skipExifPrefix } from '../../exif/exif-texts.ts'
import { COM, EOI, isApplicationMarker, readSegments, SOI } from '../../jpeg/jpeg-segments.ts'
import { cleanIcc } from '../metadata/icc.ts'
import { cleanPhotoshop } from '../metadata/photoshop.ts'
import { assertSafe, type ByteRange, cleanWithFallback, type EditedFile, UnsafeFile } from '../edited-file.ts'
import { exifDirectoryRules, pictureTableRules, thumbnailDirectoryRules } from '../metadata/tiff-tags.ts'
import { cleanTiff } from '../metadata/tiff.ts'
import { cleanXmp } from '../metadata/xmp.ts'

/** Maximum depth of JPEG thumbnails inside JPEG thumbnails. */
const MAX_PICTURE_DEPTH = 2
const MAX_PICTURES = 16

/** Removes private data from one kind of segment. `depth` is the depth of the thumbnail that contains the segment, 0 for the photo. */
type SegmentCleaner = (file: EditedFile, content: ByteRange, depth: number) => void
const keepSegment: SegmentCleaner = () => {}
const ICC_PREFIX = 'ICC_PROFILE\0'
/**
 * Segments that may remain, identified by marker and first bytes. All others are overwritten, such as comments and segments of camera
 * makers.
 */
const KNOWN_SEGMENTS: [marker: number, prefix: string, cleaner: SegmentCleaner][] = [
  [0xe0, 'JFIF\0', keepSegment],
  [0xe1, 'Exif\0', (file, [start, end], depth) => cleanExif(file, [skipExifPrefix(file.bytes, start), end], depth)],
  [0xe1, 'http://ns.adobe.com/xap/1.0/\0', (file, [start, end]) => cleanXmp(file, start + 29, end)],
  [0xe2, ICC_PREFIX, keepSegment], // cleaned by cleanProfile
  [0xe2, 'urn:iso:std:iso:ts:21496:-1\0', keepSegment], // gain map of an HDR picture
  [
    0xe2,
    'MPF\0',
    (file, [start, end]) => cleanTiff(file, [start + 4, end], { chain: [pictureTableRules, pictureTableRules] }),
  ],
  [0xed, 'Photoshop 3.0\0', (file, [start, end]) => cleanPhotoshop(file, start + 14, end)],
  [0xee, 'Adobe', keepSegment], // states how colors are encoded
]

/** Removes private data from a JPEG file: in its picture, in further pictures after it, and in trailing bytes. */
export function cleanJpeg(file: EditedFile): void {
  const { bytes } = file
  let offset = cleanPicture(file, [0, bytes.length], 0)
  // gain maps, depth maps and second views are JPEGs after the picture and remain; videos and trailers of camera makers are overwritten
  for (let pictures = 0; pictures < MAX_PICTURES; pictures++) {
    const next = findNextPicture(bytes, offset)
    if (next === undefined) break
    file.fill(offset, next)
    const keepOffset = () => next
    offset = cleanWithFallback(() => cleanPicture(file, [next, bytes.length], 0), keepOffset)
    if (offset === next) break // the picture is damaged
  }
  file.fill(offset, bytes.length)
}

export function cleanExif(file: EditedFile, range: ByteRange, depth = 0): void {
  const cleanThumbnail = (start: number, end: number): void => {
    file.fill(cleanPicture(file, [start, end], depth + 1), end)
  }
  try {
    cleanTiff(file, range, { chain: [exifDirectoryRules, thumbnailDirectoryRules] }, { jpeg: cleanThumbnail })
  } catch (error) {
    // without EXIF, the picture would not be displayed upright
    if (error instanceof UnsafeFile && file.isRotated)
      throw new Error(`EXIF is needed: ${error.message}`, { cause: error })
    throw error
  }
}

/**
 * Returns the offset of a picture that starts at `from`, possibly after zeros. Does not search further, because a picture found later may
 * be part of a video.
 */
function findNextPicture(bytes: Buffer, from: number): number | undefined {
  let offset = from
  while (offset < bytes.length && bytes[offset] === 0) offset++
  return bytes[offset] === 0xff && bytes[offset + 1] === SOI && bytes[offset + 2] === 0xff ? offset : undefined
}

/** Removes private data from a picture. Returns the offset at which it ends; a truncated picture ends with the file. */
function cleanPicture(file: EditedFile, [start, end]: ByteRange, depth: number): number {
  assertSafe(depth <= MAX_PICTURE_DEPTH, 'JPEG: thumbnails are nested too deeply')
  const profile: ByteRange[] = []
  let pictureEnd = end
  for (const { marker, ...segment } of readSegments(file.bytes, start, end)) {
    if (marker === EOI) pictureEnd = segment.next
    const content: ByteRange = [segment.start, segment.end]
    if (marker === COM || isApplicationMarker(marker)) cleanSegment(file, { marker, content, depth })
    if (
      marker === 0xe2 &&
      file.bytes.toString('latin1', segment.start, segment.start + ICC_PREFIX.length) === ICC_PREFIX
    )
      profile.push(content)
  }
  cleanProfile(file, profile)
  return pictureEnd
}

/** Removes private tags from a profile, which is divided into numbered segments. */
function cleanProfile(file: EditedFile, all: ByteRange[]): void {
  if (all.length === 0) return
  const segmentNumberOf = ([start]: ByteRange): number => file.bytes[start + ICC_PREFIX.length] ?? 0
  const parts = all.toSorted((one, other) => segmentNumberOf(one) - segmentNumberOf(other))
  const contents = parts.map(([start, end]): ByteRange => [Math.min(start + ICC_PREFIX.length + 2, end), end])
  const overwrite = () => all.forEach(([start, end]) => file.fill(start, end))
  cleanWithFallback(() => cleanIcc(file, contents), overwrite)
}

function cleanSegment(
  file: EditedFile,
  { marker, content, depth }: { marker: number; content: ByteRange; depth: number },
): void {
  const [start, end] = content
  const head = file.bytes.toString('latin1', start, Math.min(start + 40, end))
  const cleaner = KNOWN_SEGMENTS.find(([known, prefix]) => known === marker && head.startsWith(prefix))?.[2]
  const overwrite = () => file.fill(start, end)
  if (cleaner) cleanWithFallback(() => cleaner(file, content, depth), overwrite)
  else overwrite()
}
