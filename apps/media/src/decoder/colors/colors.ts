import { crc32 } from 'node:zlib'
import type { Pixels } from '../formats/pixels.ts'
import { type IccProfile, readIcc } from './icc/icc-profile.ts'
import { createRgbProfileForGray } from './icc/matrix-profile.ts'
import { toSrgb } from './to-srgb.ts'
import type { ColorSpace } from './color-space.ts'

/** Color model of the samples in a file, regardless of the exact color space. */
export type SampleKind = 'rgb' | 'gray' | 'cmyk'
const PROFILE_SPACES = { rgb: ['RGB '], gray: ['GRAY', 'RGB '], cmyk: ['CMYK'] } as const

/**
 * Returns the color space of an embedded profile. Returns undefined if the profile is damaged or describes another kind of samples, because
 * browsers ignore such profiles.
 */
export async function colorSpaceOfIcc(
  icc: Buffer | undefined,
  samples: SampleKind,
  isTiff = false,
): Promise<ColorSpace | undefined> {
  const profile = icc && readIcc(icc)
  if (!icc || !profile || !PROFILE_SPACES[samples].some(space => space === profile.space)) return undefined
  const { name } = profile
  if (profile.space === 'CMYK') return { kind: 'cmyk', name, icc, isTiff }
  const rgb = profile.space === 'GRAY' ? grayProfileToRgb(icc, profile) : icc
  return rgb && (await changesColors(rgb)) ? { kind: 'profile', name, icc: rgb, isTiff } : { kind: 'srgb', name }
}

/**
 * Converts a gray profile to an RGB profile. A profile with a table is returned unchanged, because decoders use the table and not the
 * curve.
 */
function grayProfileToRgb(icc: Buffer, { name, findTag }: IccProfile): Buffer | undefined {
  const curve = findTag('kTRC')
  return findTag('A2B0') || findTag('A2B1') || !curve ? icc : createRgbProfileForGray(name, curve)
}

/** Results of `changesColors`, by CRC-32 of the profile. */
const changesByProfile = new Map<number, boolean>()
const MAX_CACHED_PROFILES = 100

/**
 * Returns true if applying the profile changes colors, which it does not if it describes sRGB. Converts sample colors to find out, because
 * names of profiles are unreliable. Most profiles describe sRGB; skipping these saves a quarter of the processing time of a photo.
 */
export async function changesColors(icc: Buffer): Promise<boolean> {
  const id = crc32(icc)
  let hasEffect = changesByProfile.get(id)
  if (hasEffect === undefined) {
    if (changesByProfile.size >= MAX_CACHED_PROFILES) changesByProfile.clear()
    // A profile that cannot be applied counts as sRGB.
    hasEffect = await toSrgb(SAMPLE_PIXELS, { kind: 'profile', name: '', icc }).then(differsFromSample, () => false)
    changesByProfile.set(id, hasEffect)
  }
  return hasEffect
}

const SAMPLE_LEVELS = [0, 8, 24, 64, 128, 192, 240, 255]
const SAMPLE_PIXELS: Pixels = {
  data: Buffer.from(
    SAMPLE_LEVELS.flatMap(red => SAMPLE_LEVELS.flatMap(green => SAMPLE_LEVELS.flatMap(blue => [red, green, blue]))),
  ),
  width: SAMPLE_LEVELS.length ** 2,
  height: SAMPLE_LEVELS.length,
  channels: 3,
}
const differsFromSample = ({ data }: Pixels): boolean =>
  data.length !== SAMPLE_PIXELS.data.length ||
  data.some((value, index) => Math.abs(value - (SAMPLE_PIXELS.data[index] ?? 0)) > 1)
