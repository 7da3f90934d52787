import type { Metadata } from 'sharp'
import type { PhotoJob as Job, OnVariant, PhotoFacts, Redaction, Tools } from '../shared/messages.ts'
import { captureFacts } from './exif/capture-facts.ts'
import { UNSTATED } from './colours/colour-space.ts'
import { coloursOf, coloursOfExif } from './colours/stated/file-colours.ts'
import { takenAt } from './exif/dates/date-taken.ts'
import { readExifBlock } from './exif/exif-block.ts'
import { exifData, withDimensions } from './exif/exif-data.ts'
import type { ExifReader } from './exif/exiftool/exif-tool.ts'
import { isExifComplete } from './exif/exiftool/exif-complete.ts'
import { isExpensive } from './exif/exiftool/expensive-metadata.ts'
import { numberOf, type Tags } from './exif/tags.ts'
import { decodeBmp } from './formats/decode-bmp.ts'
import { decodeHeic } from './formats/decode-heic.ts'
import { decodeRaw } from './formats/decode-raw.ts'
import { decodeWithSharp, inspect, isMachineFault } from './formats/decode-sharp.ts'
import { decodeTiff, placeInTiff } from './formats/tiff/decode-tiff.ts'
import { type Picture, undecodable, Unreadable } from './formats/pixels.ts'
import { type Credit, creditOf, creditPacket, creditSegments } from './jpeg/credit.ts'
import { placeholderOf, renderVariants, type Target, writeJpeg } from './variants/render.ts'
import { redactFile } from './visitor/redact.ts'

export type Helpers = { tools: Tools; exiftool: ExifReader | undefined }

/** Renders variants and reads metadata of a photo. Throws Unreadable if the file is to blame. */
export async function processFile(job: Job, helpers: Helpers, onVariant: OnVariant): Promise<PhotoFacts> {
  const inside = await lookInside(job)
  // ExifTool is another process, so it runs while this process decodes the picture.
  const asking = askExifTool(job, inside.tags, inside.metadata, helpers)
  const picture = await decode(job, inside, helpers)
  const known = combined(await asking, { ...picture.tags, ...inside.tags })
  const [facts, capture] = [exifData(known), captureFacts(known)]
  const credit = creditOf(known, facts, capture)
  const target = { folder: job.folder, credit: creditSegments(credit) }
  const { variants, smallest } = await renderVariants(picture.pixels, target, onVariant)
  return {
    width: picture.width,
    height: picture.height,
    exif: withDimensions(facts, picture.width, picture.height),
    takenAt: takenAt(facts.dateTaken),
    capture,
    creationTool: facts.software ?? null,
    colorProfile: job.type === 'raw' ? undefined : picture.colours?.name,
    placeholder: await placeholderOf(smallest),
    damage: picture.damage,
    variants,
    redaction: await forVisitors(
      job,
      { picture, orientation: inside.metadata?.orientation, target, credit },
      onVariant,
    ),
  }
}

/** Returns the credit segments of an original, for a full-size picture with a watermark. */
export async function readCredit(job: Source, helpers: Helpers): Promise<Buffer> {
  const { tags, metadata } = await lookInside(job)
  const known = combined(await askExifTool(job, tags, metadata, helpers), tags)
  return creditSegments(creditOf(known, exifData(known), captureFacts(known)))
}

type Seen = { picture: Picture; orientation: number | undefined; target: Target; credit: Credit }
/**
 * Rules 38, 39: prepares the file for visitors. Runs last, because no request waits for it. If it fails, visitors download the large
 * variant.
 */
async function forVisitors(job: Job, seen: Seen, onVariant: OnVariant): Promise<Redaction | null> {
  const { picture, orientation, target, credit } = seen
  try {
    if (picture.full) onVariant('full', await writeJpeg(await picture.full(), target, 'full'))
    return await redactFile(job.path, job.type, { orientation, packet: creditPacket(credit) })
  } catch (error) {
    if (isMachineFault(error)) throw error
    return null
  }
}

/** Ignores the error, because another reader may succeed. Only the size of a picture is a final error for every reader. */
function asUndefined(error: unknown): undefined {
  if (isMachineFault(error) || (error instanceof Unreadable && error.isTooLarge)) throw error
}

type Source = Pick<Job, 'path' | 'type'>
type Inside = { tags: Tags; metadata: Metadata | undefined }
async function lookInside({ path, type }: Source): Promise<Inside> {
  if (type === 'bmp' || type === 'raw') return { tags: {}, metadata: undefined }
  // Some HEIC and TIFF files are decoded by another reader than sharp.
  const place = type === 'tiff' ? placeInTiff(path) : undefined
  const reading = inspect(path, place)
  const metadata = type === 'heic' || type === 'tiff' ? await reading.catch(asUndefined) : await reading
  return { tags: await readExifBlock(metadata?.exif), metadata }
}

async function decode(job: Job, { tags, metadata }: Inside, helpers: Helpers): Promise<Picture & { tags?: Tags }> {
  if (job.type === 'raw') return decodeRaw({ path: job.path, folder: job.folder, ...helpers })
  if (job.type === 'bmp') return decodeBmp(job.path)
  if (job.type === 'heic') return decodeHeic(job.path, numberOf(tags.Orientation) ?? 1, coloursOfExif(tags))
  const colours = metadata ? await coloursOf(job, metadata, tags) : UNSTATED
  if (job.type === 'tiff') return decodeTiff(job.path, { metadata, colours })
  if (!metadata) throw undecodable('no metadata')
  return decodeWithSharp(job.path, metadata, { colours })
}

/**
 * ExifTool takes 13 ms of CPU time per photo (docs/media.md), so this function skips it for JPEG files in which it would find nothing new.
 */
async function askExifTool(
  job: Source,
  tags: Tags,
  metadata: Metadata | undefined,
  { exiftool }: Helpers,
): Promise<Tags | undefined> {
  if (!exiftool || (job.type === 'jpeg' && metadata && isExifComplete(tags, metadata))) return undefined
  if (await isExpensive(job, metadata)) return undefined
  // unreadable metadata must not make a photo fail
  return exiftool.facts(job.path).catch(() => undefined)
}

/**
 * Returns the tags that ExifTool read; if it read none, those that were read without it. Restores texts, because ExifTool's JSON has the
 * text "1.0" as the number 1.
 */
function combined(read: Tags | undefined, own: Tags): Tags {
  if (!read) return own
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => {
      const text = own[name]
      return [name, typeof value === 'number' && typeof text === 'string' ? text : value]
    }),
  )
}
