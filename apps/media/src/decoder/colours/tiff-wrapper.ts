import { open, toPixels } from '../formats/locked-sharp.ts'
import type { Pixels } from '../formats/pixels.ts'

export type Reading = {
  /** The colour profile the numbers are in; none: sRGB. */
  icc?: Buffer
  /** EXIF orientation; 1 or none: upright. */
  orientation?: number
}

/**
 * Turns pixels upright and into sRGB. sharp cannot be told the profile of raw pixels (lovell/sharp#4195, remove this file when it
 * can), but believes the header of a TIFF, which costs nothing to put before them. It believes its orientation too.
 */
export async function readAs(pixels: Pixels, { icc, orientation = 1 }: Reading): Promise<Pixels> {
  if (!icc && orientation === 1) return pixels
  const tiff = Buffer.concat([tiffHeader(pixels, orientation, icc), pixels.data])
  return toPixels(open(tiff).autoOrient().toColourspace('srgb'))
}

const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const FIRST_ENTRY = 10

function tiffHeader({ width, height, channels }: Pixels, orientation: number, icc?: Buffer): Buffer {
  const count = icc ? 13 : 12
  const bitsAt = FIRST_ENTRY + count * 12 + 4
  const iccAt = bitsAt + channels * 2
  const dataAt = (iccAt + (icc?.length ?? 0) + 7) & ~7
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    channels === 1 ? [258, SHORT, 1, 8] : [258, SHORT, channels, bitsAt],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, channels === 1 ? 1 : 2], // grey or RGB
    [273, LONG, 1, dataAt],
    [274, SHORT, 1, orientation],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, width * height * channels],
    [284, SHORT, 1, 1], // channels side by side
    [296, SHORT, 1, 1],
  ]
  if (icc) entries.push([34675, UNDEFINED, icc.length, iccAt])
  const header = Buffer.alloc(dataAt)
  header.write('II*\0\b\0\0\0', 'latin1')
  header.writeUInt16LE(count, 8)
  entries.forEach(([tag, type, length, value], index) => {
    const at = FIRST_ENTRY + index * 12
    header.writeUInt16LE(tag, at)
    header.writeUInt16LE(type, at + 2)
    header.writeUInt32LE(length, at + 4)
    header.writeUInt32LE(value, at + 8)
  })
  for (let channel = 0; channel < channels; channel++) header.writeUInt16LE(8, bitsAt + channel * 2)
  icc?.copy(header, iccAt)
  return header
}
