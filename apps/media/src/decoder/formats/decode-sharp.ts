import type { Metadata, ResizeOptions, Sharp } from 'sharp'
import { variantEdge } from '@daymark/contracts/limits'
import { errorCode } from '../../shared/runtime.ts'
import { type ColorSpace, UNSTATED_COLOR_SPACE } from '../colors/color-space.ts'
import { toSrgb } from '../colors/to-srgb.ts'
import { openPicture, type PicturePosition, toStoredPixels } from './locked-sharp.ts'
import {
  assertSize,
  type DecodedPicture,
  type StoredPixels,
  tooLargeFile,
  undecodableFile,
  UnreadableFile,
} from './pixels.ts'
import { fitInside } from '../../shared/sizes.ts'

export type DecodeOptions = {
  /** The color space of the pixel values. Default: sRGB. */
  colors?: ColorSpace
  /** EXIF orientation of the file that contains the picture, for pictures without their own orientation. */
  orientation?: number
  /** True: decode in full size. Otherwise, decode in the size of the large variant. */
  isFullSize?: boolean
  /** Position of the picture in a file with several pictures. Default: the first. */
  position?: PicturePosition | undefined
}

export async function readSharpMetadata(input: string | Buffer, position?: PicturePosition): Promise<Metadata> {
  const metadata = await openPicture(input, { failOn: 'none', ...position })
    .metadata()
    .catch(throwUnreadable)
  assertSize(metadata.width, metadata.height)
  return metadata
}

/** Decodes the formats that sharp supports: JPEG, PNG, GIF (first frame), WebP, AVIF, TIFF (first page). */
export async function decodeWithSharp(
  input: string | Buffer,
  metadata: Metadata,
  { colors = UNSTATED_COLOR_SPACE, orientation = 1, isFullSize = false, position }: DecodeOptions = {},
): Promise<DecodedPicture> {
  const { pixels, damage } = await decodeTolerantly(input, metadata, { colors, isFullSize, position })
  const appliedOrientation = metadata.orientation === undefined ? orientation : 1
  const { width, height } = metadata.autoOrient
  const isSideways = appliedOrientation >= 5
  return {
    pixels: await toSrgb(pixels, colors, appliedOrientation),
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    damage,
    colors,
  }
}

/** Returns true if the pixels are 8-bit RGB, which a JPEG can store without conversion, together with their profile. */
export const is8BitRgb = ({ space, depth }: Metadata): boolean => space === 'srgb' && depth === 'uchar'

export const isUprightSrgb = (
  metadata: Metadata,
  { colors = UNSTATED_COLOR_SPACE, orientation = 1 }: DecodeOptions,
): boolean => (metadata.orientation ?? orientation) <= 1 && is8BitRgb(metadata) && colors.kind === 'srgb'

/**
 * Decodes with strict checks and, if that fails, again without checks. The second result has `damage` set, because a photo with a few wrong
 * bytes is usable.
 */
async function decodeTolerantly(
  input: string | Buffer,
  metadata: Metadata,
  { colors, isFullSize, position }: { colors: ColorSpace; isFullSize: boolean; position: PicturePosition | undefined },
): Promise<{ pixels: StoredPixels; damage: string | null }> {
  const { source, size } = isFullSize ? { source: input } : shrinkOnLoad(input, metadata)
  const decode = (failOn: 'error' | 'none') => {
    const upright = openPicture(source, { failOn, ignoreIcc: true, ...position }).autoOrient()
    return toUnconvertedPixels(size ? upright.resize(size) : upright, metadata, colors)
  }
  try {
    return { pixels: await decode('error'), damage: null }
  } catch (error) {
    if (isFinalError(error)) throw throwUnreadable(error)
    return { pixels: await decode('none').catch(throwUnreadable), damage: firstLineOf(error) }
  }
}

/** Factors by which libjpeg can shrink a picture during decoding. */
const SHRINK_FACTORS = [8, 4, 2]

/**
 * Makes libjpeg shrink a picture while it decodes, which saves a third of the work for 24 megapixels. Because libjpeg rounds odd edges up,
 * sharp by itself uses this only for pictures that become at least three times smaller. Here, resizing to the exact size removes the
 * additional row.
 */
function shrinkOnLoad(input: string | Buffer, metadata: Metadata): { source: string | Buffer; size: ResizeOptions } {
  const { width, height } = metadata.autoOrient
  const longest = variantEdge('lg', metadata.autoOrient)
  const factor = Math.max(width, height) / longest
  const shrink = SHRINK_FACTORS.find(one => one <= factor)
  if (metadata.format !== 'jpeg' || typeof input !== 'string' || !shrink)
    return { source: input, size: fitInside(longest) }
  const edge = (pixels: number) => Math.max(1, Math.round(pixels / factor))
  // sharp passes the path to libvips, which reads loader options in brackets
  return { source: `${input}[shrink=${shrink}]`, size: { width: edge(width), height: edge(height), fit: 'fill' } }
}

/**
 * Returns pixels in the color space of the file. Callers resize first and convert the smaller picture; sharp would convert the whole photo,
 * which takes longer than all other steps.
 */
export function toUnconvertedPixels(
  image: Sharp,
  { depth, hasAlpha }: Pick<Metadata, 'depth' | 'hasAlpha'>,
  { kind }: ColorSpace,
): Promise<StoredPixels> {
  if (kind === 'cmyk') return toStoredPixels(image.pipelineColorspace('cmyk').toColorspace('cmyk'), false)
  if (hasAlpha) image.flatten({ background: '#ffffff' })
  const is16Bit = depth === 'ushort' && kind !== 'srgb'
  return toStoredPixels(image.toColorspace(is16Bit ? 'rgb16' : 'srgb'), is16Bit)
}

/** Returns true if decoding without checks would fail for the same reason. */
const isFinalError = (error: unknown): boolean => /pixel limit|unsupported|timeout/i.test(String(error))

export function throwUnreadable(error: unknown): never {
  if (error instanceof UnreadableFile || isMachineFault(error)) throw error
  throw /pixel limit/i.test(String(error)) ? tooLargeFile(firstLineOf(error)) : undecodableFile(firstLineOf(error))
}

/** Returns true if the machine caused the error, and not the file: no disk space, memory or permission. */
export const isMachineFault = (error: unknown): boolean => /^E[A-Z]+$/.test(errorCode(error))

export const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 200) ?? ''
