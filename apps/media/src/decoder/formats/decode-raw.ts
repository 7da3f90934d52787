import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata } from 'sharp'
import { type Colours, UNSTATED } from '../colours/colour-space.ts'
import { coloursOfIcc } from '../colours/colours.ts'
import { coloursOfExif, samplesOf } from '../colours/stated/file-colours.ts'
import { isAdobeRgb, readExifBlock } from '../exif/exif-block.ts'
import type { ExifReader, RawContents } from '../exif/exiftool/exif-tool.ts'
import { numberOf, type Tags } from '../exif/tags.ts'
import type { Tools } from '../../shared/messages.ts'
import { developRaw, HALF } from './dcraw.ts'
import { bareJpeg } from '../jpeg/jpeg-segments.ts'
import { decodeWithSharp, firstLine, type Hints, inspect, isMachineFault, isReady } from './decode-sharp.ts'
import { decodeTiff, placeInTiff } from './tiff/decode-tiff.ts'
import { encodeJpeg } from '../variants/render.ts'
import { findJpegs } from '../jpeg/jpeg-scan.ts'
import { openPixels, toPixels } from './locked-sharp.ts'
import { type FullSize, type Picture, Unreadable } from './pixels.ts'
import { fitted, JPEG_QUALITY, longEdge } from '../../shared/sizes.ts'

/** A preview with a shorter long edge is a thumbnail; the sensor data shows more. */
const GOOD_EDGE = 1000
const LEAST_EDGE = 100

export type RawFile = { path: string; folder: string; tools: Tools; exiftool: ExifReader | undefined }
type Candidate = { input: string | Buffer; orientation: number; container: Tags; tags?: Tags }
/** `tags`: metadata of the file and of the preview that was read without ExifTool. */
export type RawPicture = Picture & { tags: Tags }

/** rule 20: decodes the largest embedded preview, otherwise the sensor data, otherwise a thumbnail. */
export async function decodeRaw(file: RawFile): Promise<RawPicture> {
  // ExifTool may fail on a file whose previews can be found without it.
  const contents = await file.exiftool?.contents(file.path).catch(() => undefined)
  const failures: string[] = []
  let thumbnail: RawPicture | undefined
  for await (const candidate of candidates(file, contents)) {
    const picture = await decodePreview(candidate).catch(error => giveUp(error, failures))
    if (!picture) continue
    const edge = Math.max(picture.width, picture.height)
    if (edge >= GOOD_EDGE) return withStatedSize(picture, contents)
    if (edge >= LEAST_EDGE) thumbnail ??= picture
  }
  const developed = await develop(file).catch(error => giveUp(error, failures))
  if (developed) return withStatedSize(developed, contents)
  const plain = await decodePlain(file.path).catch(error => giveUp(error, failures))
  if (plain) return plain
  if (thumbnail) return withStatedSize(thumbnail, contents)
  throw new Unreadable('No preview could be created from this RAW file. The original is stored.', failures.join('; '))
}

async function* candidates(file: RawFile, contents: RawContents | undefined): AsyncGenerator<Candidate> {
  if (!file.exiftool || !contents) return yield* scanned(file.path)
  const { tags } = contents
  const orientation = numberOf(tags['IFD0:Orientation']) ?? 1
  const container = { ColorSpace: tags['ExifIFD:ColorSpace'], InteropIndex: tags['InteropIFD:InteropIndex'] }
  for (const [index, { tag }] of contents.previews.entries()) {
    const target = join(file.folder, `preview-${index}.jpg`)
    await file.exiftool.extract(tag, file.path, target).catch(() => undefined)
    yield { input: target, orientation, container }
  }
}

async function* scanned(path: string): AsyncGenerator<Candidate> {
  const bytes = await readFile(path)
  const container = await readExifBlock(bytes)
  const orientation = numberOf(container.Orientation) ?? 1
  for (const { start, end } of findJpegs(bytes))
    yield { input: bytes.subarray(start, end), orientation, container, tags: container }
}

async function decodePreview(candidate: Candidate): Promise<RawPicture> {
  const metadata = await inspect(candidate.input)
  if (metadata.format !== 'jpeg') throw new Unreadable('', `preview is ${metadata.format}`)
  const tags = await readExifBlock(metadata.exif)
  const colours = await coloursOfPreview(metadata, tags, candidate.container)
  const hints = { orientation: candidate.orientation, colours }
  const picture = await decodeWithSharp(candidate.input, metadata, hints)
  const full = () => inFull(candidate.input, metadata, { ...hints, isDamaged: picture.damage !== null })
  return { ...picture, ...(isLarger(metadata) && { full }), tags: { ...candidate.tags, ...tags } }
}

/** Cameras set to Adobe RGB may state it in the RAW file only, not in its preview. */
async function coloursOfPreview(metadata: Metadata, tags: Tags, container: Tags): Promise<Colours> {
  const byProfile = await coloursOfIcc(metadata.icc, samplesOf(metadata))
  return byProfile ?? coloursOfExif(isAdobeRgb(container) ? container : tags)
}

const isLarger = (picture: { width: number; height: number }): boolean =>
  Math.max(picture.width, picture.height) > longEdge('lg', picture)

/** Returns a preview that needs no change without encoding it again, which loses nothing and takes almost no time. */
async function inFull(
  input: string | Buffer,
  metadata: Metadata,
  { isDamaged, ...hints }: Hints & { isDamaged: boolean },
): Promise<FullSize> {
  const isUsable = metadata.format === 'jpeg' && !isDamaged && isReady(metadata, hints)
  const body = isUsable ? bareJpeg(typeof input === 'string' ? await readFile(input) : input) : undefined
  if (body) return { body, width: metadata.width, height: metadata.height }
  const { pixels } = await decodeWithSharp(input, metadata, { ...hints, isFullSize: true })
  return encodeJpeg(pixels, JPEG_QUALITY.full)
}

async function develop({ path, tools }: RawFile): Promise<RawPicture> {
  const { pixels, damage } = await developRaw(path, tools, HALF)
  const small = await toPixels(openPixels(pixels).resize(fitted(longEdge('lg', pixels))))
  const full = async () => encodeJpeg((await developRaw(path, tools)).pixels, JPEG_QUALITY.full)
  return { pixels: small, width: pixels.width * 2, height: pixels.height * 2, damage, full, tags: {} }
}

/** Decodes an ordinary TIFF that has the extension of a RAW file. Of a real RAW file libvips would render a thumbnail. */
async function decodePlain(path: string): Promise<RawPicture> {
  const place = placeInTiff(path)
  const metadata = await inspect(path, place).catch(() => undefined)
  const tags = await readExifBlock(metadata?.exif)
  const how = { metadata, colours: (metadata && (await coloursOfPreview(metadata, tags, {}))) ?? UNSTATED }
  const picture = await decodeTiff(path, how)
  if (Math.max(picture.width, picture.height) < GOOD_EDGE) throw new Unreadable('', 'TIFF: a thumbnail only')
  const full = async () => encodeJpeg((await decodeTiff(path, { ...how, isFullSize: true })).pixels, JPEG_QUALITY.full)
  return { ...picture, ...(isLarger(picture) && { full }), tags }
}

/** Records the failure, so that the next source is tried. Faults of the machine, such as a full disk, would affect every source. */
function giveUp(error: unknown, failures: string[]): undefined {
  if (isMachineFault(error)) throw error
  failures.push(error instanceof Unreadable ? error.detail : firstLine(error))
}

/** A preview of at least this part of the stated width is the camera's own full-size picture. */
const FULL_SIZE = 0.95
const SAME_SHAPE = 0.02

/**
 * Sets the size of the photo to that of the sensor, as stated in the file. Stated sizes of another shape describe something else (a crop, a
 * field of the sensor) and would break the layout.
 */
function withStatedSize(picture: RawPicture, contents: RawContents | undefined): RawPicture {
  const stated = statedSizes(contents?.tags ?? picture.tags)
  const isPortrait = picture.height > picture.width
  const upright = stated.map(([long, short]) => (isPortrait ? [short, long] : [long, short]) as [number, number])
  const shape = picture.width / picture.height
  const fitting = upright.find(([width, height]) => Math.abs(width / height / shape - 1) <= SAME_SHAPE)
  if (!fitting || picture.width >= fitting[0] * FULL_SIZE) return picture
  return { ...picture, width: fitting[0], height: fitting[1] }
}

function statedSizes(tags: Tags): [long: number, short: number][] {
  const crop = Object.entries(tags).find(([name]) => name.endsWith(':DefaultCropSize'))?.[1]
  const image = tags['Composite:ImageSize']
  const exif = `${tags['ExifIFD:ExifImageWidth'] ?? tags.ExifImageWidth} ${tags['ExifIFD:ExifImageHeight'] ?? tags.ExifImageHeight}`
  return [crop, image, exif]
    .map(text => String(text).split(/[ x]/).map(Number))
    .filter((pair): pair is [number, number] => pair.length === 2 && pair.every(side => side > 0))
    .map(([one, other]) => [Math.max(one, other), Math.min(one, other)])
}
