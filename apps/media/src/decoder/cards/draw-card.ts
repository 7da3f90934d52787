import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeWatermark } from '@daymark/contracts/watermark'
import type { OverlayOptions } from 'sharp'
import { open } from '../formats/locked-sharp.ts'
import { creditIn } from '../jpeg/credit.ts'
import { withSegments } from '../jpeg/jpeg-segments.ts'
import { CARD_SIZE, type CardJob, type Mark } from '../../shared/messages.ts'
import { preparedMark } from '../watermark/mark-picture.ts'

/** JPEG qualities to try: a detailed picture gets a lower quality, because services that fetch cards limit their size. */
const QUALITIES = [82, 72, 60, 45, 30]

/** Draws the social card of a link: the largest part of a variant that has the shape of the card, positioned by the point. */
export async function drawCard({
  path,
  folder,
  x,
  y,
  maxBytes,
  mark,
}: CardJob): Promise<{ width: number; height: number }> {
  const { width = 1, height = 1 } = await open(path).metadata()
  const scale = Math.min(width / CARD_SIZE.width, height / CARD_SIZE.height)
  const [cutWidth, cutHeight] = [Math.round(CARD_SIZE.width * scale), Math.round(CARD_SIZE.height * scale)]
  const left = offset(width, cutWidth, x)
  const top = offset(height, cutHeight, y)
  const drawn = open(path)
    .extract({ left, top, width: Math.min(cutWidth, width), height: Math.min(cutHeight, height) })
    .resize({ ...CARD_SIZE, fit: 'fill' })
    .composite(mark ? [await overlay(mark)] : [])
    .toColourspace('srgb')
  const credit = creditIn(await readFile(path))
  for (const quality of QUALITIES) {
    const encoded = await drawn.clone().jpeg({ quality, chromaSubsampling: '4:2:0', mozjpeg: true }).toBuffer()
    const body = withSegments(encoded, credit)
    if (body.length > maxBytes && quality !== QUALITIES.at(-1)) continue
    await writeFile(join(folder, 'card.jpg'), body)
    break
  }
  return CARD_SIZE
}

/** Places the logo on the finished card as on a landscape photo. */
async function overlay({ logo, placing }: Mark): Promise<OverlayOptions> {
  const { width, height, left, top, opacity } = placeWatermark(CARD_SIZE, logo, placing)
  const input = await preparedMark(logo, { width, height }, opacity)
  return { input, raw: { width, height, channels: 4 }, left, top }
}

/** Works like `object-position` in CSS: the point is at the same percentage of the picture and of the part that is cut out. */
const offset = (whole: number, cut: number, percent: number): number =>
  Math.max(0, Math.round(((whole - cut) * percent) / 100))
