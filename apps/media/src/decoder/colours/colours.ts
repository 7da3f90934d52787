import { crc32 } from 'node:zlib'
import type { Pixels } from '../formats/pixels.ts'
import { type IccProfile, readIcc } from './icc/icc-profile.ts'
import { greyProfileAsRgb } from './icc/matrix-profile.ts'
import { toSrgb } from './to-srgb.ts'
import type { Colours } from './colour-space.ts'

/** The kind of samples in a file, regardless of its color space. */
export type Samples = 'rgb' | 'grey' | 'cmyk'
const FITTING = { rgb: ['RGB '], grey: ['GRAY', 'RGB '], cmyk: ['CMYK'] } as const

/**
 * Returns the color space of an embedded profile. Returns undefined if the profile is damaged or made for another kind of samples; browsers
 * ignore such profiles.
 */
export async function coloursOfIcc(
  icc: Buffer | undefined,
  samples: Samples,
  isTiff = false,
): Promise<Colours | undefined> {
  const profile = icc && readIcc(icc)
  if (!icc || !profile || !FITTING[samples].some(space => space === profile.space)) return undefined
  const { name } = profile
  if (profile.space === 'CMYK') return { kind: 'cmyk', name, icc, isTiff }
  const rgb = profile.space === 'GRAY' ? greyAsRgb(icc, profile) : icc
  return rgb && (await changesColours(rgb)) ? { kind: 'profile', name, icc: rgb, isTiff } : { kind: 'srgb', name }
}

/** Returns a profile with a table unchanged, because the table takes precedence over the curve. */
function greyAsRgb(icc: Buffer, { name, tag }: IccProfile): Buffer | undefined {
  const curve = tag('kTRC')
  return tag('A2B0') || tag('A2B1') || !curve ? icc : greyProfileAsRgb(name, curve)
}

const known = new Map<number, boolean>()
const MOST_KNOWN = 100

/**
 * Returns false for the many profiles that only describe sRGB: a conversion would change nothing and take a quarter of the processing time
 * of a photo. Converts sample colors to find out, because the names of profiles are unreliable.
 */
export async function changesColours(icc: Buffer): Promise<boolean> {
  const id = crc32(icc)
  let answer = known.get(id)
  if (answer === undefined) {
    if (known.size >= MOST_KNOWN) known.clear()
    // A profile that cannot be applied changes nothing.
    answer = await toSrgb(SAMPLE, { kind: 'profile', name: '', icc }).then(isUnlikeSample, () => false)
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
