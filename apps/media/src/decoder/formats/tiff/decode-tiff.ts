import type { Metadata } from 'sharp'
import type { Colours } from '../../colours/colour-space.ts'
import { coloursOfIcc } from '../../colours/colours.ts'
import { coloursOfTags } from '../../colours/stated/tiff-colorimetry.ts'
import { toSrgb } from '../../colours/to-srgb.ts'
import { fitted, LONG_EDGE } from '../../../shared/sizes.ts'
import { decodeWithSharp, firstLine, isMachineFault } from '../decode-sharp.ts'
import { openPixels, type Place, toStoredPixels } from '../locked-sharp.ts'
import { checkSize, type Picture, type StoredPixels, undecodable } from '../pixels.ts'
import { number, photoPage, TAG, TiffFile, type TiffPage } from './tiff-directory.ts'
import { needsOwnReader } from './tiff-layout.ts'
import { readSamples } from './tiff-samples.ts'

/**
 * Returns the position of the photo in a TIFF of several pages. Returns undefined if the pages cannot be read; sharp then uses the first.
 */
export function placeInTiff(path: string): Place | undefined {
  const file = new TiffFile(path)
  try {
    const found = photoPage(file)
    return found && { page: found.page, tiff: { subifd: found.subifd } }
  } finally {
    file.close()
  }
}

type How = { metadata: Metadata | undefined; colours: Colours; isFullSize?: boolean }

/** Decodes the photo of a TIFF with libvips, or with Daymark's own reader if libvips would render its samples incorrectly. */
export async function decodeTiff(path: string, { metadata, colours, isFullSize = false }: How): Promise<Picture> {
  const file = new TiffFile(path)
  try {
    const page = photoPage(file)
    const how = { colours: (page && (await coloursOfPage(file, page))) ?? colours, isFullSize }
    if (page && needsOwnReader(page)) return await ownPicture(file, page, how)
    if (!metadata) throw undecodable('TIFF: no metadata')
    return await decodeWithSharp(path, metadata, { ...how, place: placeInTiff(path) })
  } finally {
    file.close()
  }
}

type OwnHow = Required<Pick<How, 'colours' | 'isFullSize'>>
async function ownPicture(file: TiffFile, page: TiffPage, { colours, isFullSize }: OwnHow): Promise<Picture> {
  const [width, height] = [number(page, TAG.width, 0), number(page, TAG.height, 0)]
  checkSize(width, height)
  const stored = samplesOf(file, page, colours.kind === 'profile')
  const sized = isFullSize || Math.max(width, height) <= LONG_EDGE.lg ? stored : await smaller(stored)
  const orientation = number(page, TAG.orientation, 1)
  const turned = orientation >= 1 && orientation <= 8 ? orientation : 1
  const [upright, across] = turned >= 5 ? [height, width] : [width, height]
  return { pixels: await toSrgb(sized, colours, turned), width: upright, height: across, damage: null, colours }
}

function samplesOf(file: TiffFile, page: TiffPage, hasProfile: boolean): StoredPixels {
  try {
    return readSamples(file, page, hasProfile)
  } catch (error) {
    if (isMachineFault(error) && !(error instanceof RangeError)) throw error
    throw undecodable(`TIFF: ${firstLine(error)}`)
  }
}

const [GREY_UP_TO, INK] = [1, 5]
/** Returns the color space that the page states. A profile takes precedence over tags. */
async function coloursOfPage(file: TiffFile, page: TiffPage): Promise<Colours | undefined> {
  const photometric = number(page, TAG.photometric, 1)
  const samples = photometric === INK ? 'cmyk' : photometric <= GREY_UP_TO ? 'grey' : 'rgb'
  const [start, length] = page.tags.get(TAG.icc) ?? []
  const icc = start !== undefined && length && start + length <= file.size ? file.read(start, length) : undefined
  const stated = (await coloursOfIcc(icc, samples, true)) ?? (await coloursOfTags(page))
  return stated ?? (samples === 'cmyk' ? { kind: 'cmyk', name: '', icc: undefined } : undefined)
}

/** CMYK has four channels like RGB with transparency. The CMYK color space makes sharp resize each channel by itself. */
async function smaller(stored: StoredPixels): Promise<StoredPixels> {
  const image = openPixels(stored).resize({ ...fitted(LONG_EDGE.lg) })
  if (stored.channels === 4)
    return { ...(await toStoredPixels(image.pipelineColourspace('cmyk').toColourspace('cmyk'), false)) }
  return toStoredPixels(stored.is16Bit ? image.toColourspace('rgb16') : image, stored.is16Bit === true)
}
