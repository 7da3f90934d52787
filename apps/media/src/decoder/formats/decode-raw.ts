import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata } from 'sharp'
import { variantEdge } from '@daymark/contracts/limits'
import { type ColorSpace, UNSTATED_COLOR_SPACE } from '../colors/color-space.ts'
import { colorSpaceOfIcc } from '../colors/colors.ts'
import { colorSpaceOfExif, sampleKindOf } from '../colors/stated/file-colors.ts'
import { isAdobeRgb, readExifBlock } from '../exif/exif-block.ts'
import type { ExifReader, RawContents } from '../exif/exiftool/exif-tool.ts'
import { toNumber, type Tags } from '../exif/tags.ts'
import type { Tools } from '../../shared/messages.ts'
import { developRaw, HALF_SIZE_OPTIONS } from './dcraw.ts'
import { removeMetadata } from '../jpeg/jpeg-segments.ts'
import {
  decodeWithSharp,
  firstLineOf,
  type DecodeOptions,
  readSharpMetadata,
  isMachineFault,
  isUprightSrgb,
} from './decode-sharp.ts'
import { decodeTiff, findPhotoPosition } from './tiff/decode-tiff.ts'
import { encodeJpeg } from '../variants/render.ts'
import { findJpegs } from '../jpeg/jpeg-scan.ts'
import { openPixels, toPixels } from './locked-sharp.ts'
import { type FullSizeJpeg, type DecodedPicture, UnreadableFile } from './pixels.ts'
import { fitInside, JPEG_QUALITY } from '../../shared/sizes.ts'

/** Smaller previews are thumbnails, which are used only if the sensor data cannot be developed. */
const MIN_PREVIEW_EDGE = 1000
const MIN_THUMBNAIL_EDGE = 100

type RawFile = { path: string; folder: string; tools: Tools; exiftool: ExifReader | undefined }
type PreviewCandidate = { input: string | Buffer; orientation: number; container: Tags; tags?: Tags }
/** A decoded RAW file. `tags`: those tags of the file and of its preview that were read without ExifTool. */
type RawPicture = DecodedPicture & { tags: Tags }

/**
 * rule 20: decodes the largest embedded preview; without a preview the sensor data; otherwise a thumbnail. Throws UnreadableFile if nothing
 * can be decoded.
 */
export async function decodeRaw(file: RawFile): Promise<RawPicture> {
  // if ExifTool fails, previews can still be found without it
  const contents = await file.exiftool?.readRawContents(file.path).catch(() => undefined)
  const failures: string[] = []
  let thumbnail: RawPicture | undefined
  for await (const candidate of findPreviews(file, contents)) {
    const picture = await decodePreview(candidate).catch(error => recordFailure(error, failures))
    if (!picture) continue
    const edge = Math.max(picture.width, picture.height)
    if (edge >= MIN_PREVIEW_EDGE) return withStatedSize(picture, contents)
    if (edge >= MIN_THUMBNAIL_EDGE) thumbnail ??= picture
  }
  const developed = await developSensorData(file).catch(error => recordFailure(error, failures))
  if (developed) return withStatedSize(developed, contents)
  const plainTiff = await decodePlainTiff(file.path).catch(error => recordFailure(error, failures))
  if (plainTiff) return plainTiff
  if (thumbnail) return withStatedSize(thumbnail, contents)
  throw new UnreadableFile(
    'No preview could be created from this RAW file. The original is stored.',
    failures.join('; '),
  )
}

async function* findPreviews(file: RawFile, contents: RawContents | undefined): AsyncGenerator<PreviewCandidate> {
  if (!file.exiftool || !contents) return yield* scanForPreviews(file.path)
  const { tags } = contents
  const orientation = toNumber(tags['IFD0:Orientation']) ?? 1
  const container = { ColorSpace: tags['ExifIFD:ColorSpace'], InteropIndex: tags['InteropIFD:InteropIndex'] }
  for (const [index, { tag }] of contents.previews.entries()) {
    const target = join(file.folder, `preview-${index}.jpg`)
    await file.exiftool.extract(tag, file.path, target).catch(() => undefined)
    yield { input: target, orientation, container }
  }
}

async function* scanForPreviews(path: string): AsyncGenerator<PreviewCandidate> {
  const bytes = await readFile(path)
  const container = await readExifBlock(bytes)
  const orientation = toNumber(container.Orientation) ?? 1
  for (const { start, end } of findJpegs(bytes))
    yield { input: bytes.subarray(start, end), orientation, container, tags: container }
}

async function decodePreview(candidate: PreviewCandidate): Promise<RawPicture> {
  const metadata = await readSharpMetadata(candidate.input)
  if (metadata.format !== 'jpeg') throw new UnreadableFile('', `preview is ${metadata.format}`)
  const tags = await readExifBlock(metadata.exif)
  const colors = await readPreviewColorSpace(metadata, tags, candidate.container)
  const hints = { orientation: candidate.orientation, colors }
  const picture = await decodeWithSharp(candidate.input, metadata, hints)
  const full = () => encodeFullSize(candidate.input, metadata, { ...hints, isDamaged: picture.damage !== null })
  return { ...picture, ...(isLargerThanVariant(metadata) && { full }), tags: { ...candidate.tags, ...tags } }
}

/** Returns the color space of a preview. Also uses the tags of the RAW file, because some cameras state Adobe RGB only there. */
async function readPreviewColorSpace(metadata: Metadata, tags: Tags, container: Tags): Promise<ColorSpace> {
  const profileColors = await colorSpaceOfIcc(metadata.icc, sampleKindOf(metadata))
  return profileColors ?? colorSpaceOfExif(isAdobeRgb(container) ? container : tags)
}

const isLargerThanVariant = (picture: { width: number; height: number }): boolean =>
  Math.max(picture.width, picture.height) > variantEdge('lg', picture)

/**
 * Encodes a preview as a full-size JPEG. A preview that is already an upright sRGB JPEG is not encoded again; only its metadata is removed.
 */
async function encodeFullSize(
  input: string | Buffer,
  metadata: Metadata,
  { isDamaged, ...hints }: DecodeOptions & { isDamaged: boolean },
): Promise<FullSizeJpeg> {
  const isUsable = metadata.format === 'jpeg' && !isDamaged && isUprightSrgb(metadata, hints)
  const body = isUsable ? removeMetadata(typeof input === 'string' ? await readFile(input) : input) : undefined
  if (body) return { body, width: metadata.width, height: metadata.height }
  const { pixels } = await decodeWithSharp(input, metadata, { ...hints, isFullSize: true })
  return encodeJpeg(pixels, JPEG_QUALITY.full)
}

async function developSensorData({ path, tools }: RawFile): Promise<RawPicture> {
  const { pixels, damage } = await developRaw(path, tools, HALF_SIZE_OPTIONS)
  const largeVariant = await toPixels(openPixels(pixels).resize(fitInside(variantEdge('lg', pixels))))
  const full = async () => encodeJpeg((await developRaw(path, tools)).pixels, JPEG_QUALITY.full)
  return { pixels: largeVariant, width: pixels.width * 2, height: pixels.height * 2, damage, full, tags: {} }
}

/** Decodes an ordinary TIFF that has the extension of a RAW file. Rejects small pictures, which are the thumbnails of real RAW files. */
async function decodePlainTiff(path: string): Promise<RawPicture> {
  const position = findPhotoPosition(path)
  const metadata = await readSharpMetadata(path, position).catch(() => undefined)
  const tags = await readExifBlock(metadata?.exif)
  const decodeOptions = {
    metadata,
    colors: (metadata && (await readPreviewColorSpace(metadata, tags, {}))) ?? UNSTATED_COLOR_SPACE,
  }
  const picture = await decodeTiff(path, decodeOptions)
  if (Math.max(picture.width, picture.height) < MIN_PREVIEW_EDGE) throw new UnreadableFile('', 'TIFF: a thumbnail only')
  const full = async () =>
    encodeJpeg((await decodeTiff(path, { ...decodeOptions, isFullSize: true })).pixels, JPEG_QUALITY.full)
  return { ...picture, ...(isLargerThanVariant(picture) && { full }), tags }
}

/**
 * Records why one source of a RAW file could not be decoded, so that the next source is tried. Rethrows machine faults such as a full disk,
 * which would affect every source.
 */
function recordFailure(error: unknown, failures: string[]): undefined {
  if (isMachineFault(error)) throw error
  failures.push(error instanceof UnreadableFile ? error.detail : firstLineOf(error))
}

/** A preview with at least this share of the stated width counts as full size. */
const FULL_SIZE_WIDTH_RATIO = 0.95
const MAX_SHAPE_DIFFERENCE = 0.02

/**
 * Replaces the size of the preview by the size that the RAW file states for the sensor. Ignores stated sizes of another shape, which
 * describe something else, such as a crop.
 */
function withStatedSize(picture: RawPicture, contents: RawContents | undefined): RawPicture {
  const sensorSizes = readStatedSizes(contents?.tags ?? picture.tags)
  const isPortrait = picture.height > picture.width
  const uprightSizes = sensorSizes.map(
    ([long, short]) => (isPortrait ? [short, long] : [long, short]) as [number, number],
  )
  const shape = picture.width / picture.height
  const matchingSize = uprightSizes.find(
    ([width, height]) => Math.abs(width / height / shape - 1) <= MAX_SHAPE_DIFFERENCE,
  )
  if (!matchingSize || picture.width >= matchingSize[0] * FULL_SIZE_WIDTH_RATIO) return picture
  return { ...picture, width: matchingSize[0], height: matchingSize[1] }
}

function readStatedSizes(tags: Tags): [long: number, short: number][] {
  const crop = Object.entries(tags).find(([name]) => name.endsWith(':DefaultCropSize'))?.[1]
  const image = tags['Composite:ImageSize']
  const exif = `${tags['ExifIFD:ExifImageWidth'] ?? tags.ExifImageWidth} ${tags['ExifIFD:ExifImageHeight'] ?? tags.ExifImageHeight}`
  return [crop, image, exif]
    .map(text => String(text).split(/[ x]/).map(Number))
    .filter((pair): pair is [number, number] => pair.length === 2 && pair.every(side => side > 0))
    .map(([one, other]) => [Math.max(one, other), Math.min(one, other)])
}
