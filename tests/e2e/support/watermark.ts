import type { http } from '@daymark/contracts'
import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { SETTINGS } from '../../support/watermark.ts'
import { button, group, expectVisible } from './find.ts'
import type { RunningProduct } from '../../support/accounts.ts'
import type { SignedInUser } from '../../support/accounts.ts'

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const slider = (at: Page | Locator, name: string) => at.getByRole('slider', { name, exact: true })
export const preview = (page: Page, shape: 'Landscape' | 'Portrait') => group(page, `${shape} preview`)
export const watermarkHandle = (page: Page, shape: 'Landscape' | 'Portrait') =>
  button(preview(page, shape), 'Move the watermark')

export async function openPosition(page: Page): Promise<void> {
  await tab(page, 'Position & Preview').click()
  await expectVisible(watermarkHandle(page, 'Landscape'))
  await expectVisible(watermarkHandle(page, 'Portrait'))
}

/** A white logo with an opaque left half and a translucent right half. */
export async function whiteLogo(width = 600, height = 300): Promise<Buffer> {
  const half = (alpha: number) => ({
    create: { width: width / 2, height, channels: 4 as const, background: { r: 255, g: 255, b: 255, alpha } },
  })
  const right = await sharp(half(0.5)).png().toBuffer()
  const clear = { r: 255, g: 255, b: 255, alpha: 0 }
  return sharp(half(1))
    .extend({ right: width / 2, background: clear })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toBuffer()
}

/** A photo with a gradient that JPEG stores without loss. */
export const softPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g">
        <stop stop-color="#505050"/><stop offset="1" stop-color="#808080"/></linearGradient></defs>
        <rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    ),
  )
    .jpeg({ quality: 95 })
    .toBuffer()

export type Grayscale = { width: number; height: number; at: (x: number, y: number) => number }

/** The brightness of each pixel of a picture in which red, green and blue are the same. */
export async function grayscaleOf(picture: Buffer): Promise<Grayscale> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { width, height, at: (x, y) => data[(y * width + x) * channels + (channels > 1 ? 1 : 0)] ?? 0 }
}

/** The box of all pixels that differ from the plain picture by more than `least`. */
export function watermarkBox(picture: Grayscale, plain: Grayscale, least: number) {
  const box = { left: Infinity, top: Infinity, right: -1, bottom: -1 }
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      if (Math.abs(picture.at(x, y) - plain.at(x, y)) <= least) continue
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x)
      box.bottom = Math.max(box.bottom, y)
    }
  return box
}

/** JPEG works in blocks: an edge changes all pixels of its block. */
const BLOCK = 8
const blockOf = (at: number) => Math.floor(at / BLOCK)

/** The largest difference of two pictures outside of the blocks at the edges of the box, with one pixel tolerance. */
export function largestDifference(
  one: Grayscale,
  other: Grayscale,
  { left, right, top, bottom }: ReturnType<typeof watermarkBox>,
) {
  const blocks = (edges: number[]) => new Set(edges.flatMap(edge => [edge - 1, edge, edge + 1].map(blockOf)))
  const columns = blocks([left, (left + right) / 2, right])
  const rows = blocks([top, bottom])
  const within = (at: number, from: number, to: number) => at >= from - BLOCK && at <= to + BLOCK
  let largest = 0
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) {
      const isNear = within(x, left, right) && within(y, top, bottom)
      if (isNear && (columns.has(blockOf(x)) || rows.has(blockOf(y)))) continue
      largest = Math.max(largest, Math.abs(one.at(x, y) - other.at(x, y)))
    }
  return largest
}

/** Creates a user with a logo and these settings. */
export async function withLogo(daymark: RunningProduct, config: http.WatermarkPatch = {}): Promise<SignedInUser> {
  const owner = await daymark.createUser()
  await owner.upload(SETTINGS, { name: 'logo.png', bytes: await whiteLogo(), type: 'image/png' })
  await owner.patch(SETTINGS, config)
  return owner
}
