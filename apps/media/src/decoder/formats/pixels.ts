import type { ColorSpace } from '../colors/color-space.ts'

/** Uncompressed pixels, row by row, with 8 bits per channel. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Pixels in the color space of the file, with 8 or 16 bits (little-endian) per channel. */
export type StoredPixels = Pixels & { is16Bit?: boolean }

/** Returns a view of the samples without copying them. */
export const samplesOf = ({ data, is16Bit }: Pick<StoredPixels, 'data' | 'is16Bit'>): Buffer | Uint16Array =>
  is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data

/** A decoded photo in the form in which Daymark displays it: upright, sRGB, opaque, at most as large as the large variant. */
export type DecodedPicture = {
  pixels: Pixels
  /** Size of the upright photo before it was reduced to the large variant. */
  width: number
  height: number
  /** Message of the decoder if the picture is damaged but usable; otherwise null. */
  damage: string | null
  /** The color space that the file states. The pixels are already converted to sRGB. */
  colors?: ColorSpace
  /**
   * Renders the photo as a JPEG in full size. Only for formats that few programs can open, if the photo is larger than the large variant.
   */
  full?: () => Promise<FullSizeJpeg>
}

/** An upright JPEG in sRGB, without metadata. */
export type FullSizeJpeg = { body: Buffer; width: number; height: number }

/** Maximum number of pixels. Larger pictures are rejected before decoding (docs/media.md). */
export const MAX_PIXELS = 250e6
/** Maximum length of an edge. A picture of one pixel by millions is not a photo, and resizing it would need gigabytes. */
const MAX_EDGE_PIXELS = 200_000

/** Thrown if a file cannot be processed, so that a retry would be useless. `message` is displayed to the owner, `detail` is logged. */
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
