import type { Size } from '@daymark/contracts/watermark'
import type { Sharp } from 'sharp'
import type { MarkJob } from '../../shared/messages.ts'
import { UNSTATED } from '../colours/colour-space.ts'
import { coloursOf } from '../colours/stated/file-colours.ts'
import { readExifBlock } from '../exif/exif-block.ts'
import { decodeBmp } from '../formats/decode-bmp.ts'
import { decodeWithSharp, inspect, isOrdinary } from '../formats/decode-sharp.ts'
import { decodeTiff, placeInTiff } from '../formats/tiff/decode-tiff.ts'
import { open, openPixels } from '../formats/locked-sharp.ts'
import { type Picture, undecodable } from '../formats/pixels.ts'

/** An upright picture that gets a watermark, and the profile that must be added to the finished JPEG. */
export type Opened = Size & {
  image: Sharp
  profile?: Buffer | undefined
}

/**
 * Opens the whole photo, upright (rule 39). A JPEG is read row by row and keeps its pixel values and their profile; all other formats are
 * converted to sRGB.
 */
export async function openWhole({ path, type }: MarkJob): Promise<Opened> {
  if (type === 'bmp') return opened(await decodeBmp(path, { isFullSize: true }))
  if (type === 'heic' || type === 'raw') throw undecodable(`${type}: its full-size JPEG is to be marked`)
  if (type === 'tiff') return openTiff(path)
  const metadata = await inspect(path)
  const tags = await readExifBlock(metadata.exif)
  const colours = await coloursOf({ path, type }, metadata, tags)
  if (type !== 'jpeg' || !isOrdinary(metadata))
    return opened(await decodeWithSharp(path, metadata, { colours, isFullSize: true }))
  const { width, height } = metadata.autoOrient
  const image = open(path, { failOn: 'none', ignoreIcc: true }).autoOrient()
  return { image, width, height, profile: colours.kind === 'profile' ? colours.icc : undefined }
}

async function openTiff(path: string): Promise<Opened> {
  const metadata = await inspect(path, placeInTiff(path)).catch(() => undefined)
  const tags = await readExifBlock(metadata?.exif)
  const colours = metadata ? await coloursOf({ path, type: 'tiff' }, metadata, tags) : UNSTATED
  return opened(await decodeTiff(path, { metadata, colours, isFullSize: true }))
}

const opened = ({ pixels }: Picture): Opened => ({
  image: openPixels(pixels),
  width: pixels.width,
  height: pixels.height,
})
