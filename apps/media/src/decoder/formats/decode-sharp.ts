import type { Metadata, ResizeOptions, Sharp } from 'sharp'
import { errorCode } from '../../shared/error-code.ts'
import { adobeRgbProfile } from '../colours/adobe-rgb.ts'
import { changesColours } from '../colours/colour-profile.ts'
import { open, toPixels } from './locked-sharp.ts'
import { checkSize, type Picture, type Pixels, tooLarge, undecodable, Unreadable } from './pixels.ts'
import { fitted, longEdge } from '../../shared/sizes.ts'
import { readAs } from '../colours/tiff-wrapper.ts'

export type Hints = {
  /** EXIF says Adobe RGB; counts when the file carries no profile. */
  isAdobeRgb?: boolean
  /** Of the container, for a picture that says nothing itself. */
  orientation?: number
  /** The whole picture instead of one as large as the large variant. */
  isFullSize?: boolean
}

export async function inspect(input: string | Buffer): Promise<Metadata> {
  const metadata = await open(input, { failOn: 'none' }).metadata().catch(asUnreadable)
  checkSize(metadata.width, metadata.height)
  return metadata
}

/** JPEG, PNG, GIF (first frame), WebP, AVIF, TIFF (first page): everything sharp decodes itself. */
export async function decodeWithSharp(
  input: string | Buffer,
  metadata: Metadata,
  { isAdobeRgb, orientation = 1, isFullSize = false }: Hints = {},
): Promise<Picture> {
  const { pixels, damage } = await decodeTolerantly(input, metadata, isFullSize)
  const turned = metadata.orientation === undefined ? orientation : 1
  const { width, height } = metadata.autoOrient
  const isOnItsSide = turned >= 5
  return {
    pixels: await readAs(pixels, { icc: await pendingProfile(metadata, isAdobeRgb), orientation: turned }),
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    damage,
  }
}

/**
 * sharp applies a profile to the whole photo before it resizes, which takes longer than all the rest. For ordinary pictures it is
 * asked to ignore the profile, and the small picture is converted.
 */
export const isOrdinary = ({ space, depth }: Metadata): boolean => space === 'srgb' && depth === 'uchar'

/** Upright and in sRGB as it is stored. */
export async function isReady(metadata: Metadata, { isAdobeRgb, orientation = 1 }: Hints): Promise<boolean> {
  if ((metadata.orientation ?? orientation) > 1 || !isOrdinary(metadata)) return false
  return (await pendingProfile(metadata, isAdobeRgb)) === undefined
}

async function pendingProfile(metadata: Metadata, isAdobeRgb = false): Promise<Buffer | undefined> {
  if (!isOrdinary(metadata)) return undefined
  if (!metadata.icc) return isAdobeRgb ? adobeRgbProfile() : undefined
  return (await changesColours(metadata.icc)) ? metadata.icc : undefined
}

/** Many a good photo has a few stray bytes: what fails under strict rules is tried once more without any, and marked. */
async function decodeTolerantly(
  input: string | Buffer,
  metadata: Metadata,
  isFullSize: boolean,
): Promise<{ pixels: Pixels; damage: string | null }> {
  const ignoreIcc = isOrdinary(metadata)
  const { source, size } = isFullSize ? { source: input } : reduced(input, metadata)
  const decode = (failOn: 'error' | 'none') => {
    const upright = open(source, { failOn, ignoreIcc }).autoOrient()
    return toPixels(toScreen(size ? upright.resize(size) : upright, metadata))
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

function toScreen(image: Sharp, { depth, icc, hasAlpha }: Metadata): Sharp {
  if (hasAlpha) image.flatten({ background: '#ffffff' })
  // sharp works in P3 for 16 bits with a profile and would write P3 numbers as if they were sRGB (docs/media.md);
  // without a profile it is the other way round.
  return depth === 'ushort' && icc ? image.withIccProfile('srgb', { attach: false }) : image.toColourspace('srgb')
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
