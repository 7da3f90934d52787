import { VARIANT_LONG_EDGE } from '@daymark/contracts/limits'
import type { Metadata } from 'sharp'
import { fitInside } from '../../../shared/sizes.ts'
import { BT709, type ColorSpace, type Primaries } from '../../colors/color-space.ts'
import { changesColors, colorSpaceOfIcc } from '../../colors/colors.ts'
import { type ToneCurve, createMatrixProfile, SRGB_CURVE } from '../../colors/icc/matrix-profile.ts'
import { toSrgb } from '../../colors/to-srgb.ts'
import { decodeWithSharp, firstLineOf, isMachineFault } from '../decode-sharp.ts'
import { openPixels, type PicturePosition, toStoredPixels } from '../locked-sharp.ts'
import { assertSize, type DecodedPicture, type StoredPixels, undecodableFile } from '../pixels.ts'
import { readTag, TIFF_TAG, type TiffPage, findPhotoPage, TiffFile } from './tiff-directory.ts'
import { PHOTOMETRIC, needsOwnReader } from './tiff-layout.ts'
import { readSamples } from './tiff-samples.ts'

const { whiteIsZero, blackIsZero, rgb, palette, ycbcr } = PHOTOMETRIC
const CALIBRATED_INTERPRETATIONS = new Set<number>([whiteIsZero, blackIsZero, rgb, palette, ycbcr])

/**
 * Returns the color space of the colorimetry tags (TIFF 6.0, section 20), or undefined if it is sRGB. `name` is empty, because few other
 * programs read these tags. Without a transfer function the curve is that of sRGB, as ImageMagick writes such files.
 */
async function colorSpaceOfTags(page: TiffPage): Promise<ColorSpace | undefined> {
  if (!CALIBRATED_INTERPRETATIONS.has(readTag(page, TIFF_TAG.photometric, blackIsZero))) return undefined
  const [primaries, curves] = [readPrimaries(page), readCurves(page)]
  if (!primaries && curves.length === 0) return undefined
  const icc = createMatrixProfile('TIFF', primaries ?? BT709, ...(curves.length > 0 ? curves : [SRGB_CURVE]))
  return icc && (await changesColors(icc)) ? { kind: 'profile', name: '', icc } : undefined
}

function readPrimaries({ tags }: TiffPage): Primaries | undefined {
  const [redX, redY, greenX, greenY, blueX, blueY] = tags.get(TIFF_TAG.primaries) ?? []
  if (!redX || !redY || !greenX || !greenY || !blueX || !blueY) return undefined
  const [x, y] = tags.get(TIFF_TAG.whitePoint) ?? []
  const white = x && y ? ([x, y] as const) : BT709.white
  return { red: [redX, redY], green: [greenX, greenY], blue: [blueX, blueY], white: [...white] }
}

const MAX_LIGHT = 65_535
/** Returns one curve for all channels, one per channel, or none. The tag contains the light (0 to 65535) of each sample value. */
function readCurves(page: TiffPage): ToneCurve[] {
  const values = page.tags.get(TIFF_TAG.transferFunction) ?? []
  const levels = 2 ** readTag(page, TIFF_TAG.bits, 1)
  if (values.length !== levels && values.length !== levels * 3) return []
  return Array.from({ length: values.length / levels }, (_, channel) => (value: number) => {
    const position = value * (levels - 1)
    const [below, above] = [Math.floor(position), Math.ceil(position)].map(
      level => values[channel * levels + level] ?? 0,
    ) as LevelPair
    return (below + (above - below) * (position % 1)) / MAX_LIGHT
  })
}
type LevelPair = [number, number]

/**
 * Returns the position of the photo in a TIFF file with several pages. Undefined if the pages cannot be read; sharp then decodes the first
 * page.
 */
export function findPhotoPosition(path: string): PicturePosition | undefined {
  const file = new TiffFile(path)
  try {
    return positionOf(findPhotoPage(file))
  } finally {
    file.close()
  }
}

const positionOf = (photo: TiffPage | undefined): PicturePosition | undefined =>
  photo && { page: photo.page, tiff: { subifd: photo.subifd } }

type TiffOptions = { metadata: Metadata | undefined; colors: ColorSpace; isFullSize?: boolean }

/** Decodes the photo of a TIFF file with libvips, or with Daymark's own reader if libvips would render the samples incorrectly. */
export async function decodeTiff(
  path: string,
  { metadata, colors, isFullSize = false }: TiffOptions,
): Promise<DecodedPicture> {
  const file = new TiffFile(path)
  try {
    const page = findPhotoPage(file)
    const decodeOptions = { colors: (page && (await readPageColorSpace(file, page))) ?? colors, isFullSize }
    if (page && needsOwnReader(page)) return await decodeWithOwnReader(file, page, decodeOptions)
    if (!metadata) throw undecodableFile('TIFF: no metadata')
    return await decodeWithSharp(path, metadata, { ...decodeOptions, position: positionOf(page) })
  } finally {
    file.close()
  }
}

type OwnReaderOptions = Required<Pick<TiffOptions, 'colors' | 'isFullSize'>>
async function decodeWithOwnReader(
  file: TiffFile,
  page: TiffPage,
  { colors, isFullSize }: OwnReaderOptions,
): Promise<DecodedPicture> {
  const [width, height] = [readTag(page, TIFF_TAG.width, 0), readTag(page, TIFF_TAG.height, 0)]
  assertSize(width, height)
  const stored = readStoredPixels(file, page, colors.kind === 'profile')
  const sized = isFullSize || Math.max(width, height) <= VARIANT_LONG_EDGE.lg ? stored : await resizeToVariant(stored)
  const orientation = readTag(page, TIFF_TAG.orientation, 1)
  const appliedOrientation = orientation >= 1 && orientation <= 8 ? orientation : 1
  const [uprightWidth, uprightHeight] = appliedOrientation >= 5 ? [height, width] : [width, height]
  return {
    pixels: await toSrgb(sized, colors, appliedOrientation),
    width: uprightWidth,
    height: uprightHeight,
    damage: null,
    colors,
  }
}

function readStoredPixels(file: TiffFile, page: TiffPage, hasProfile: boolean): StoredPixels {
  try {
    return readSamples(file, page, hasProfile)
  } catch (error) {
    if (isMachineFault(error) && !(error instanceof RangeError)) throw error
    throw undecodableFile(`TIFF: ${firstLineOf(error)}`)
  }
}

const [LAST_GRAY_PHOTOMETRIC, CMYK_PHOTOMETRIC] = [1, 5]
/** Returns the color space of a page. A profile takes precedence over colorimetry tags. */
async function readPageColorSpace(file: TiffFile, page: TiffPage): Promise<ColorSpace | undefined> {
  const photometric = readTag(page, TIFF_TAG.photometric, 1)
  const samples = photometric === CMYK_PHOTOMETRIC ? 'cmyk' : photometric <= LAST_GRAY_PHOTOMETRIC ? 'gray' : 'rgb'
  const [start, length] = page.tags.get(TIFF_TAG.icc) ?? []
  const icc = start !== undefined && length && start + length <= file.size ? file.read(start, length) : undefined
  const stated = (await colorSpaceOfIcc(icc, samples, true)) ?? (await colorSpaceOfTags(page))
  return stated ?? (samples === 'cmyk' ? { kind: 'cmyk', name: '', icc: undefined } : undefined)
}

/**
 * Resizes pixels to the size of the large variant. Four channels are declared as CMYK, because sharp would otherwise treat the fourth
 * channel as transparency.
 */
async function resizeToVariant(stored: StoredPixels): Promise<StoredPixels> {
  const image = openPixels(stored).resize({ ...fitInside(VARIANT_LONG_EDGE.lg) })
  if (stored.channels === 4)
    return { ...(await toStoredPixels(image.pipelineColorspace('cmyk').toColorspace('cmyk'), false)) }
  return toStoredPixels(stored.is16Bit ? image.toColorspace('rgb16') : image, stored.is16Bit === true)
}
