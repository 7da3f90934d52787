import type { http } from '@daymark/contracts'
import sharp from 'sharp'
import type { SignedInUser } from './accounts.ts'

export const SETTINGS = '/api/settings/watermark'
type Answer = { status: number; body: http.WatermarkSettings; headers: Headers }

/** A logo of one color, opaque by default. */
export const logo = (background: string | object = '#ff0000', width = 600, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: background as string } })
    .png()
    .toBuffer()

export async function uploadLogo(owner: SignedInUser, bytes?: Buffer): Promise<Answer> {
  return owner.upload<http.WatermarkSettings>(SETTINGS, {
    name: 'logo.png',
    bytes: bytes ?? (await logo()),
    type: 'image/png',
  })
}

/** A logo that covers the middle of every picture. */
export async function opaqueWatermark(owner: SignedInUser, color = '#ff0000'): Promise<void> {
  await uploadLogo(owner, await logo(color))
  const { status } = await owner.patch(SETTINGS, { opacity: 1, widthPercent: 50 })
  if (status !== 200) throw new Error(`no watermark: ${status}`)
}

/** Red, green, blue in the middle of a picture. */
export async function middleOf(picture: Buffer): Promise<[number, number, number]> {
  const { width, height } = await sharp(picture).metadata()
  const at = { left: Math.floor(width / 2) - 2, top: Math.floor(height / 2) - 2, width: 4, height: 4 }
  // stats() ignores extract() and reads the whole picture
  const { channels } = await sharp(await sharp(picture).extract(at).png().toBuffer()).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean)) as [number, number, number]
}
