import type { ColourSpace } from '../colours/colour-space.ts'

/** Uncompressed rows with 8 bits per channel. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Pixels in the color space of the file, with 8 or 16 bits (little-endian) per channel. */
export type StoredPixels = Pixels & { is16Bit?: boolean }

/** Returns a view of the samples without copying them. */
export const samplesOf = ({ data, is16Bit }: Pick<StoredPixels, 'data' | 'is16Bit'>): Buffer | Uint16Array =>
  is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data

/** A photo as it is displayed: upright, sRGB, opaque, at most the size of the large variant. */
export type DecodedPicture = {
  pixels: Pixels
  /** Width and height of the whole photo, upright. */
  width: number
  height: number
  /** The message of the decoder, if the picture is damaged but usable. */
  damage: string | null
  /** The color space that the file states; the pixels are already sRGB. */
  colours?: ColourSpace
  /** Renders the whole photo as a JPEG. Only for formats that few programs open and photos that are larger than the large variant. */
  full?: () => Promise<FullSizeJpeg>
}

/** An upright JPEG in sRGB, without metadata. */
export type FullSizeJpeg = { body: Buffer; width: number; height: number }

/** Larger pictures are rejected before decoding (docs/media.md). */
export const MAX_PIXELS = 250e6
/** A picture of one pixel by millions is not a photo, and resizing it takes gigabytes. */
const MAX_EDGE_PIXELS = 200_000

/** The file cannot be processed, so a retry is useless. `message` is displayed to the owner, `detail` is for the log. */
export class UnreadableFile extends Error {
  override name = 'Unreadable'
  readonly detail: string
  readonly isTooLarge: boolean
  constructor(message: string, detail: string, isTooLarge = false) {
    super(message)
    this.detail = detail
    this.isTooLarge = isTooLarge
  }
}
export const undecodableFile = (detail: string): UnreadableFile =>
  new UnreadableFile('The file is damaged or cannot be displayed. The original is stored.', detail)
export const tooLargeFile = (detail: string): UnreadableFile =>
  new UnreadableFile('The photo is too large to be displayed. The original is stored.', detail, true)

export function assertSize(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw undecodableFile(`size ${width}x${height}`)
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_EDGE_PIXELS)
    throw tooLargeFile(`size ${width}x${height}`)
}
