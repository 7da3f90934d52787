import type { Colours } from '../colours/colour-space.ts'

/** Uncompressed rows with 8 bits per channel. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Pixels as a file has them: in its color space, with 16 bits per channel (little-endian) or 8. */
export type StoredPixels = Pixels & { is16Bit?: boolean }

/** Returns a view, not a copy. */
export const samplesIn = ({ data, is16Bit }: Pick<StoredPixels, 'data' | 'is16Bit'>): Buffer | Uint16Array =>
  is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data

/** A photo as it is displayed: upright, sRGB, opaque, at most the size of the large variant. */
export type Picture = {
  pixels: Pixels
  /** Width and height of the whole photo, upright. */
  width: number
  height: number
  /** The message of the decoder, if the picture is damaged but usable. */
  damage: string | null
  /** The color space that the file states; the pixels are already sRGB. */
  colours?: Colours
  /** Renders the whole photo as a JPEG. Only for formats that few programs open and photos that are larger than the large variant. */
  full?: () => Promise<FullSize>
}

/** An upright JPEG in sRGB, without metadata. */
export type FullSize = { body: Buffer; width: number; height: number }

/** Larger pictures are rejected before anything is decoded (docs/media.md). */
export const PIXEL_LIMIT = 250e6
/** A picture of one pixel by millions is not a photo, and resizing it takes gigabytes. */
const EDGE_LIMIT = 200_000

/** The file is to blame, so a retry cannot help. `message` is for the owner, `detail` for the log. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly detail: string
  readonly isTooLarge: boolean
  constructor(message: string, detail: string, isTooLarge = false) {
    super(message)
    this.detail = detail
    this.isTooLarge = isTooLarge
  }
}
export const undecodable = (detail: string): Unreadable =>
  new Unreadable('The file is damaged or cannot be displayed. The original is stored.', detail)
export const tooLarge = (detail: string): Unreadable =>
  new Unreadable('The photo is too large to be displayed. The original is stored.', detail, true)

export function checkSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw undecodable(`size ${width}x${height}`)
  if (width * height > PIXEL_LIMIT || Math.max(width, height) > EDGE_LIMIT) throw tooLarge(`size ${width}x${height}`)
}
