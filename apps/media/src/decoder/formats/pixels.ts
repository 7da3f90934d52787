import type { Colours } from '../colours/colour-space.ts'

/** Uncompressed rows, 8 bits a channel. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Pixels as a file has them: in its colours, 16 bits a channel (little-endian) or 8. */
export type StoredPixels = Pixels & { is16Bit?: boolean }

/** A view, not a copy. */
export const samplesIn = ({ data, is16Bit }: Pick<StoredPixels, 'data' | 'is16Bit'>): Buffer | Uint16Array =>
  is16Bit ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data

/** A photo as it is shown: upright, sRGB, opaque, at most the size of the large variant. */
export type Picture = {
  pixels: Pixels
  /** Of the whole photo, upright. */
  width: number
  height: number
  /** What the decoder complained about, when the picture is usable all the same. */
  damage: string | null
  /** What the file states; the pixels are sRGB already. */
  colours?: Colours
  /** Of what few can open, and only where it is larger than the large variant: the whole photo as a JPEG, made when asked for. */
  full?: () => Promise<FullSize>
}

/** A JPEG, upright, sRGB, without metadata. */
export type FullSize = { body: Buffer; width: number; height: number }

/** More is refused before anything is decoded (docs/media.md). */
export const PIXEL_LIMIT = 250e6
/** A picture of one pixel by millions is no photo, and takes gigabytes to shrink. */
const EDGE_LIMIT = 200_000

/** The file is to blame: trying again cannot help. `message` is for the owner, `detail` for the log. */
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
