import type { Metadata } from 'sharp'
import type { PhotoJob as Job, OnVariant, DecodedPhoto, Redaction, Tools } from '../shared/messages.ts'
import { readCaptureData } from './exif/capture-facts.ts'
import { UNSTATED_COLOR_SPACE } from './colors/color-space.ts'
import { readColorSpace, colorSpaceOfExif } from './colors/stated/file-colors.ts'
import { toTimestamp } from './exif/dates/date-taken.ts'
import { readExifBlock } from './exif/exif-block.ts'
import { toExif, withDimensions } from './exif/exif-data.ts'
import type { ExifReader } from './exif/exiftool/exif-tool.ts'
import { isExifComplete } from './exif/exiftool/exif-complete.ts'
import { isMetadataExpensive } from './exif/exiftool/expensive-metadata.ts'
import { toNumber, type Tags } from './exif/tags.ts'
import { decodeBmp } from './formats/decode-bmp.ts'
import { decodeHeic } from './formats/decode-heic.ts'
import { decodeRaw } from './formats/decode-raw.ts'
import { decodeWithSharp, readSharpMetadata, isMachineFault } from './formats/decode-sharp.ts'
import { decodeTiff, findPhotoPosition } from './formats/tiff/decode-tiff.ts'
import { type DecodedPicture, undecodableFile, UnreadableFile } from './formats/pixels.ts'
import { type Credit, toCredit, encodeCreditXmp, encodeCreditSegments } from './jpeg/credit.ts'
import { createPlaceholder, renderVariants, type JpegTarget, writeJpeg } from './variants/render.ts'
import { computeRedaction } from './visitor/redact.ts'

export type DecoderTools = { tools: Tools; exiftool: ExifReader | undefined }

/** Renders the variants of a photo and reads its metadata. Throws UnreadableFile if the file cannot be processed. */
export async function processFile(job: Job, decoderTools: DecoderTools, onVariant: OnVariant): Promise<DecodedPhoto> {
  const embedded = await readEmbeddedMetadata(job)
  // not awaited here: ExifTool runs in another process while this process decodes the picture
  const exiftoolTags = readWithExifTool(job, embedded.tags, embedded.metadata, decoderTools)
  const picture = await decodePicture(job, embedded, decoderTools)
  const tags = mergeTags(await exiftoolTags, { ...picture.tags, ...embedded.tags })
  const [exif, capture] = [toExif(tags), readCaptureData(tags)]
  const credit = toCredit(tags, exif, capture)
  const target = { folder: job.folder, credit: encodeCreditSegments(credit) }
  const { variants, smallest } = await renderVariants(picture.pixels, target, onVariant)
  return {
    width: picture.width,
    height: picture.height,
    exif: withDimensions(exif, picture.width, picture.height),
    takenAt: toTimestamp(exif.dateTaken),
    capture,
    creationTool: exif.software ?? null,
    colorProfile: job.type === 'raw' ? undefined : picture.colors?.name,
    placeholder: await createPlaceholder(smallest),
    damage: picture.damage,
    variants,
    redaction: await prepareVisitorFile(
      job,
      { picture, orientation: embedded.metadata?.orientation, target, credit },
      onVariant,
    ),
  }
}

/** Returns the credit segments of an original, for its full-size file with a watermark. */
export async function readCredit(job: SourceFile, decoderTools: DecoderTools): Promise<Buffer> {
  const embedded = await readEmbeddedMetadata(job)
  const tags = mergeTags(await readWithExifTool(job, embedded.tags, embedded.metadata, decoderTools), embedded.tags)
  return encodeCreditSegments(toCredit(tags, toExif(tags), readCaptureData(tags)))
}

type VisitorFileInput = { picture: DecodedPicture; orientation: number | undefined; target: JpegTarget; credit: Credit }
/**
 * Rules 38, 39: prepares the file that visitors download. Runs last, because no request waits for this file. Returns null if this fails;
 * visitors then download the large variant.
 */
async function prepareVisitorFile(job: Job, input: VisitorFileInput, onVariant: OnVariant): Promise<Redaction | null> {
  const { picture, orientation, target, credit } = input
  try {
    if (picture.full) onVariant('full', await writeJpeg(await picture.full(), target, 'full'))
    return await computeRedaction(job.path, job.type, { orientation, packet: encodeCreditXmp(credit) })
  } catch (error) {
    if (isMachineFault(error)) throw error
    return null
  }
}

/**
 * Ignores an error of sharp, because another decoder may be able to read the file. Rethrows machine faults and the error for too large
 * pictures.
 */
function ignoreReadError(error: unknown): undefined {
  if (isMachineFault(error) || (error instanceof UnreadableFile && error.isTooLarge)) throw error
}

type SourceFile = Pick<Job, 'path' | 'type'>
type EmbeddedMetadata = { tags: Tags; metadata: Metadata | undefined }
async function readEmbeddedMetadata({ path, type }: SourceFile): Promise<EmbeddedMetadata> {
  if (type === 'bmp' || type === 'raw') return { tags: {}, metadata: undefined }
  // sharp cannot read all HEIC and TIFF files; other decoders handle them
  const position = type === 'tiff' ? findPhotoPosition(path) : undefined
  const reading = readSharpMetadata(path, position)
  const metadata = type === 'heic' || type === 'tiff' ? await reading.catch(ignoreReadError) : await reading
  return { tags: await readExifBlock(metadata?.exif), metadata }
}

async function decodePicture(
  job: Job,
  { tags, metadata }: EmbeddedMetadata,
  decoderTools: DecoderTools,
): Promise<DecodedPicture & { tags?: Tags }> {
  if (job.type === 'raw') return decodeRaw({ path: job.path, folder: job.folder, ...decoderTools })
  if (job.type === 'bmp') return decodeBmp(job.path)
  if (job.type === 'heic') return decodeHeic(job.path, toNumber(tags.Orientation) ?? 1, colorSpaceOfExif(tags))
  const colors = metadata ? await readColorSpace(job, metadata, tags) : UNSTATED_COLOR_SPACE
  if (job.type === 'tiff') return decodeTiff(job.path, { metadata, colors })
  if (!metadata) throw undecodableFile('no metadata')
  return decodeWithSharp(job.path, metadata, { colors })
}

/**
 * Reads tags with ExifTool, or returns undefined if that would take seconds or find no further values. ExifTool takes 13 ms of CPU time per
 * photo (docs/media.md).
 */
async function readWithExifTool(
  job: SourceFile,
  tags: Tags,
  metadata: Metadata | undefined,
  { exiftool }: DecoderTools,
): Promise<Tags | undefined> {
  if (!exiftool || (job.type === 'jpeg' && metadata && isExifComplete(tags, metadata))) return undefined
  if (await isMetadataExpensive(job, metadata)) return undefined
  // a photo must not fail because of unreadable metadata
  return exiftool.readTags(job.path).catch(() => undefined)
}

/**
 * Returns the tags of ExifTool, or `embeddedTags` if ExifTool did not run. If ExifTool returned a number and `embeddedTags` has a text, the
 * text is used, because ExifTool converts the text "1.0" to the number 1.
 */
function mergeTags(exiftoolTags: Tags | undefined, embeddedTags: Tags): Tags {
  if (!exiftoolTags) return embeddedTags
  return Object.fromEntries(
    Object.entries(exiftoolTags).map(([name, value]) => {
      const text = embeddedTags[name]
      return [name, typeof value === 'number' && typeof text === 'string' ? text : value]
    }),
  )
}
