import { readFile } from 'node:fs/promises'
import type { ImageType } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { isAdobeRgb } from '../../exif/exif-block.ts'
import { toNumber, type Tags } from '../../exif/tags.ts'
import { type ColorSpace, UNSTATED_COLOR_SPACE } from '../color-space.ts'
import { colorSpaceOfIcc, type SampleKind } from '../colors.ts'
import { readHeifColorSpace } from './heif-colors.ts'
import { getAdobeRgbProfile } from '../icc/matrix-profile.ts'
import { readPngColorSpace } from './png-colors.ts'

/**
 * Returns the color space of a file that sharp can decode: from its profile or color chunks, otherwise from EXIF, otherwise sRGB; for CMYK
 * without a profile, plain CMYK.
 */
export async function readColorSpace(
  { path, type }: { path: string; type: ImageType },
  metadata: Metadata,
  tags: Tags,
): Promise<ColorSpace> {
  const samples = sampleKindOf(metadata)
  const stated = await readStatedColorSpace(path, type, metadata, samples)
  if (stated) return stated
  return samples === 'cmyk' ? { kind: 'cmyk', name: '', icc: undefined } : colorSpaceOfExif(tags)
}

/**
 * Returns the color space that EXIF states. `name` is empty for Adobe RGB, because other programs do not read the color space from EXIF.
 */
export function colorSpaceOfExif(tags: Tags): ColorSpace {
  if (isAdobeRgb(tags)) return { kind: 'profile', name: '', icc: getAdobeRgbProfile() }
  return toNumber(tags.ColorSpace) === 1 ? { kind: 'srgb', name: 'sRGB' } : UNSTATED_COLOR_SPACE
}

async function readStatedColorSpace(
  path: string,
  type: ImageType,
  metadata: Metadata,
  samples: SampleKind,
): Promise<ColorSpace | undefined> {
  if (type === 'png') return readPngColorSpace(path, samples)
  if (type === 'avif') return readHeifColorSpace(await readFile(path))
  return colorSpaceOfIcc(metadata.icc, samples, type === 'tiff')
}

export function sampleKindOf({ space }: Metadata): SampleKind {
  if (space === 'cmyk') return 'cmyk'
  return space === 'b-w' || space === 'grey16' ? 'gray' : 'rgb'
}
