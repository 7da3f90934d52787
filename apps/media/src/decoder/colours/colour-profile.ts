import { crc32 } from 'node:zlib'
import type { Pixels } from '../formats/pixels.ts'
import { readAs } from './tiff-wrapper.ts'

const known = new Map<number, boolean>()
const MOST_KNOWN = 100

/**
 * False for the many profiles that only say sRGB: converting would take a quarter of the time of a photo and change nothing.
 * Asked by trying it, as names of profiles lie.
 */
export async function changesColours(icc: Buffer): Promise<boolean> {
  const id = crc32(icc)
  let answer = known.get(id)
  if (answer === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    // A profile that cannot be applied changes nothing.
    answer = await readAs(SAMPLE, { icc }).then(isUnlikeSample, () => false)
    known.set(id, answer)
  }
  return answer
}

const STEPS = [0, 8, 24, 64, 128, 192, 240, 255]
const SAMPLE: Pixels = {
  data: Buffer.from(STEPS.flatMap(red => STEPS.flatMap(green => STEPS.flatMap(blue => [red, green, blue])))),
  width: STEPS.length ** 2,
  height: STEPS.length,
  channels: 3,
}
const isUnlikeSample = ({ data }: Pixels): boolean =>
  data.length !== SAMPLE.data.length || data.some((value, at) => Math.abs(value - (SAMPLE.data[at] ?? 0)) > 1)
