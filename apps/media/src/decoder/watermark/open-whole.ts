import type { Metadata } from 'sharp'
import { changesColours } from '../colours/colour-profile.ts'
import { isAdobeRgb, readExifBlock } from '../exif/exif-block.ts'
import type { Tags } from '../exif/tags.ts'
import { decodeBmp } from '../formats/decode-bmp.ts'
import { decodeWithSharp, inspect, isOrdinary } from '../formats/decode-sharp.ts'
import { open, openPixels } from '../formats/locked-sharp.ts'
import { undecodable } from '../formats/pixels.ts'
import type { MarkJob } from '../../shared/messages.ts'
import type { Opened } from './opened.ts'

/**
 * The whole photo, upright (rule 39). A JPEG is read row by row and keeps its colours and profile as they are; everything else becomes
 * sRGB.
 */
export async function openWhole({ path, type }: MarkJob): Promise<Opened> {
  if (type === 'bmp') {
    const { pixels } = await decodeBmp(path, { isFullSize: true })
    return { image: openPixels(pixels), width: pixels.width, height: pixels.height }
  }
  if (type === 'heic' || type === 'raw') throw undecodable(`${type}: its full-size JPEG is to be marked`)
  const metadata = await inspect(path)
  const tags = await readExifBlock(metadata.exif)
  if (!isAsItIs(metadata, tags)) return converted(path, metadata, tags)
  const { width, height } = metadata.autoOrient
  const image = open(path, { failOn: 'none', ignoreIcc: true }).autoOrient()
  const profile = metadata.icc && (await changesColours(metadata.icc)) ? metadata.icc : undefined
  return { image, width, height, profile }
}

/** Its numbers can stay, whatever profile gives them a meaning. */
const isAsItIs = (metadata: Metadata, tags: Tags): boolean =>
  metadata.format === 'jpeg' && isOrdinary(metadata) && (metadata.icc !== undefined || !isAdobeRgb(tags))

async function converted(path: string, metadata: Metadata, tags: Tags): Promise<Opened> {
  const { pixels } = await decodeWithSharp(path, metadata, { isAdobeRgb: isAdobeRgb(tags), isFullSize: true })
  return { image: openPixels(pixels), width: pixels.width, height: pixels.height }
}
