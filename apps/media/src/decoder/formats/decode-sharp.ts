import type { Metadata, ResizeOptions, Sharp } from 'sharp'
import { errorCode } from '../../shared/runtime.ts'
import { type Colours, UNSTATED } from '../colours/colour-space.ts'
import { toSrgb } from '../colours/to-srgb.ts'
import { open, type Place, toStoredPixels } from './locked-sharp.ts'
import { checkSize, type Picture, type StoredPixels, tooLarge, undecodable, Unreadable } from './pixels.ts'
import { fitted, longEdge } from '../../shared/sizes.ts'

export type Hints = {
  /** The color space of the file; default: sRGB. */
  colours?: Colours
  /** The orientation of the container, for pictures that do not state one themselves. */
  orientation?: number
  /** Decodes the picture in full size instead of the size of the large variant. */
  isFullSize?: boolean
  /** The position of the picture in a file of several; default: the first. */
  place?: Place | undefined
}

export async function inspect(input: string | Buffer, place?: Place): Promise<Metadata> {
  const metadata = await open(input, { failOn: 'none', ...place })
    .metadata()
    .catch(asUnreadable)
  checkSize(metadata.width, metadata.height)
  return metadata
}

/** Decodes all formats that sharp reads itself: JPEG, PNG, GIF (first frame), WebP, AVIF, TIFF (first page). */
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

/** Whether the picture is 8-bit RGB, whose values can be kept together with any profile. */
export const isOrdinary = ({ space, depth }: Metadata): boolean => space === 'srgb' && depth === 'uchar'

/** Whether the picture is stored upright and in sRGB. */
export const isReady = (metadata: Metadata, { colours = UNSTATED, orientation = 1 }: Hints): boolean =>
  (metadata.orientation ?? orientation) <= 1 && isOrdinary(metadata) && colours.kind === 'srgb'

/** Many good photos contain a few stray bytes. If strict decoding fails, decodes once more without any checks and reports the damage. */
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

/** Factors by which libjpeg can reduce a picture while it decodes. */
const SHRINKS = [8, 4, 2]

/**
 * Lets the decoder reduce a JPEG file, which saves a third of the work for a photo of 24 megapixels. sharp itself does so only if the
 * result is at most a third of the size, because decoders round odd edges up. The size requested here removes the additional row.
 */
function reduced(input: string | Buffer, metadata: Metadata): { source: string | Buffer; size: ResizeOptions } {
  const { width, height } = metadata.autoOrient
  const longest = longEdge('lg', metadata.autoOrient)
  const factor = Math.max(width, height) / longest
  const shrink = SHRINKS.find(one => one <= factor)
  if (metadata.format !== 'jpeg' || typeof input !== 'string' || !shrink)
    return { source: input, size: fitted(longest) }
  const edge = (pixels: number) => Math.max(1, Math.round(pixels / factor))
  // sharp passes an option for the libvips loader on as a part of the name.
  return { source: `${input}[shrink=${shrink}]`, size: { width: edge(width), height: edge(height), fit: 'fill' } }
}

/**
 * Keeps the color space of the file. sharp would convert the whole photo before it resizes, which takes longer than everything else; the
 * small picture is converted instead.
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

/** Whether the machine is to blame (no space, memory or permission) and not the file. */
export const isMachineFault = (error: unknown): boolean => /^E[A-Z]+$/.test(errorCode(error))

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? ''
