import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LINK_CARD } from '@daymark/contracts/limits'
import { placeWatermark } from '@daymark/contracts/watermark'
import type { OverlayOptions } from 'sharp'
import { openPicture } from '../formats/locked-sharp.ts'
import { readCreditSegments } from '../jpeg/credit.ts'
import { insertSegments } from '../jpeg/jpeg-segments.ts'
import type { CardJob, PlacedLogo } from '../../shared/messages.ts'
import { prepareLogo } from '../watermark/add-watermark.ts'

const CARD_SIZE = { width: LINK_CARD.width, height: LINK_CARD.height }
/** JPEG qualities, tried in this order until the card is small enough, because social networks limit the size of cards. */
const JPEG_QUALITIES = [82, 72, 60, 45, 30]

/**
 * Renders a link card from a variant. Crops the largest part that has the shape of the card; `x` and `y` are its focal point
 * in percent.
 */
export async function drawCard({
  path,
  folder,
  x,
  y,
  maxBytes,
  mark,
}: CardJob): Promise<{ width: number; height: number }> {
  const { width = 1, height = 1 } = await openPicture(path).metadata()
  const scale = Math.min(width / CARD_SIZE.width, height / CARD_SIZE.height)
  const [cropWidth, cropHeight] = [Math.round(CARD_SIZE.width * scale), Math.round(CARD_SIZE.height * scale)]
  const left = cropOffset(width, cropWidth, x)
  const top = cropOffset(height, cropHeight, y)
  const card = openPicture(path)
    .extract({ left, top, width: Math.min(cropWidth, width), height: Math.min(cropHeight, height) })
    .resize({ ...CARD_SIZE, fit: 'fill' })
    .composite(mark ? [await createOverlay(mark)] : [])
    .toColorspace('srgb')
  const credit = readCreditSegments(await readFile(path))
  for (const quality of JPEG_QUALITIES) {
    const encoded = await card.clone().jpeg({ quality, chromaSubsampling: '4:2:0', mozjpeg: true }).toBuffer()
    const body = insertSegments(encoded, credit)
    if (body.length > maxBytes && quality !== JPEG_QUALITIES.at(-1)) continue
    await writeFile(join(folder, 'card.jpg'), body)
    break
  }
  return CARD_SIZE
}

/** Returns the watermark logo for the card, with the position and size that it has on a landscape photo. */
async function createOverlay({ logo, placing }: PlacedLogo): Promise<OverlayOptions> {
  const { width, height, left, top, opacity } = placeWatermark(CARD_SIZE, logo, placing)
  const input = await prepareLogo(logo, { width, height }, opacity)
  return { input, raw: { width, height, channels: 4 }, left, top }
}

/**
 * Returns the offset of the cropped part in pixels. As in CSS `object-position`, the point at `percent` of the part lies at `percent` of
 * the picture.
 */
const cropOffset = (pictureLength: number, cropLength: number, percent: number): number =>
  Math.max(0, Math.round(((pictureLength - cropLength) * percent) / 100))
