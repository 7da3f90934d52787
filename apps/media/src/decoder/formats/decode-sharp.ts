import type { Metadata, ResizeOptions, Sharp } from 'sharp'
import { errorCode } from '../../shared/runtime.ts'
import { type Colours, UNSTATED } from '../colours/colour-space.ts'
import { toSrgb } from '../colours/to-srgb.ts'
import { open, type Place, toStoredPixels } from './locked-sharp.ts'
import { checkSize, type Picture, type StoredPixels, tooLarge, undecodable, Unreadable } from './pixels.ts'
import { fitted, longEdge } from '../../shared/sizes.ts'

export type Hints = {
  /** What the numbers of the file mean; default: sRGB. */
  colours?: Colours
  /** Of the container, for a picture that says nothing itself. */
  orientation?: number
  /** The whole picture instead of one as large as the large variant. */
  isFullSize?: boolean
  /** In a file of several pictures; default: the first. */
  place?: Place | undefined
}

export async function inspect(input: string | Buffer, place?: Place): Promise<Metadata> {
  const metadata = await open(input, { failOn: 'none', ...place })
    .metadata()
    .catch(asUnreadable)
  checkSize(metadata.width, metadata.height)
  return metadata
}

/** JPEG, PNG, GIF (first frame), WebP, AVIF, TIFF (first page): everything sharp decodes itself. */
export async function decodeWithSharp(
  input: string | Buffer,
  metadata: Metadata,
  { colours = UNSTATED, orientation = 1, isFullSize = false, place }: Hints = {},
): Promise<Picture> {
  const { pixels, damage } = await decodeTolerantly(input, metadata, { colours, isFullSize, place })
  const turned = metadata.orientation === undefined ? orientation : 1
  const { width, height } = metadata.autoOrient
  const isOnItsSide = turned >= 5
  return {
    pixels: await toSrgb(pixels, colours, turned),
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    damage,
    colours,
  }
}

/** RGB of 8 bits: its numbers can be passed on, whatever profile gives them a meaning. */
export const isOrdinary = ({ space, depth }: Metadata): boolean => space === 'srgb' && depth === 'uchar'

/** Upright and in sRGB as it is stored. */
export const isReady = (metadata: Metadata, { colours = UNSTATED, orientation = 1 }: Hints): boolean =>
  (metadata.orientation ?? orientation) <= 1 && isOrdinary(metadata) && colours.kind === 'srgb'

/** Many a good photo has a few stray bytes: what fails under strict rules is tried once more without any, and marked. */
async function decodeTolerantly(
  input: string | Buffer,
  metadata: Metadata,
  { colours, isFullSize, place }: { colours: Colours; isFullSize: boolean; place: Place | undefined },
): Promise<{ pixels: StoredPixels; damage: string | null }> {
  const { source, size } = isFullSize ? { source: input } : reduced(input, metadata)
  const decode = (failOn: 'error' | 'none') => {
    const upright = open(source, { failOn, ignoreIcc: true, ...place }).autoOrient()
    return asStored(size ? upright.resize(size) : upright, metadata, colours)
  }
  try {
    return { pixels: await decode('error'), damage: null }
  } catch (error) {
    if (isHopeless(error)) throw asUnreadable(error)
    return { pixels: await decode('none').catch(asUnreadable), damage: firstLine(error) }
  }
}

/** What libjpeg can divide a picture's edges by while it decodes. */
const SHRINKS = [8, 4, 2]

/**
 * A JPEG file is made smaller by its decoder, which saves a third of the work of a photo of 24 megapixels. sharp does so from a
 * third of the size on only, since a decoder rounds odd edges up; the size that is asked for here takes the row too many back.
 */
function reduced(input: string | Buffer, metadata: Metadata): { source: string | Buffer; size: ResizeOptions } {
  const { width, height } = metadata.autoOrient
  const longest = longEdge('lg', metadata.autoOrient)
  const factor = Math.max(width, height) / longest
  const shrink = SHRINKS.find(one => one <= factor)
  if (metadata.format !== 'jpeg' || typeof input !== 'string' || !shrink)
    return { source: input, size: fitted(longest) }
  const edge = (pixels: number) => Math.max(1, Math.round(pixels / factor))
  // An option for the loader of libvips, which sharp hands on as a part of the name.
  return { source: `${input}[shrink=${shrink}]`, size: { width: edge(width), height: edge(height), fit: 'fill' } }
}

/**
 * In the colours of the file: sharp would convert the whole photo before it resizes, which takes longer than all the rest. The small
 * picture is converted instead.
 */
export function asStored(
  image: Sharp,
  { depth, hasAlpha }: Pick<Metadata, 'depth' | 'hasAlpha'>,
  { kind }: Colours,
): Promise<StoredPixels> {
  if (kind === 'cmyk') return toStoredPixels(image.pipelineColourspace('cmyk').toColourspace('cmyk'), false)
  if (hasAlpha) image.flatten({ background: '#ffffff' })
  const is16Bit = depth === 'ushort' && kind !== 'srgb'
  return toStoredPixels(image.toColourspace(is16Bit ? 'rgb16' : 'srgb'), is16Bit)
}

const isHopeless = (error: unknown): boolean => /pixel limit|unsupported|timeout/i.test(String(error))

export function asUnreadable(error: unknown): never {
  if (error instanceof Unreadable || isMachineFault(error)) throw error
  throw /pixel limit/i.test(String(error)) ? tooLarge(firstLine(error)) : undecodable(firstLine(error))
}

/** No space, no memory, no rights: not the file's fault. */
export const isMachineFault = (error: unknown): boolean => /^E[A-Z]+$/.test(errorCode(error))

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? ''
