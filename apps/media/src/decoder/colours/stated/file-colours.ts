import { readFile } from 'node:fs/promises'
import type { ImageType } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { isAdobeRgb } from '../../exif/exif-block.ts'
import { toNumber, type Tags } from '../../exif/tags.ts'
import { type ColourSpace, UNSTATED_COLOUR_SPACE } from '../colour-space.ts'
import { colourSpaceOfIcc, type SampleKind } from '../colours.ts'
import { readHeifColourSpace } from './heif-colours.ts'
import { getAdobeRgbProfile } from '../icc/matrix-profile.ts'
import { readPngColourSpace } from './png-colours.ts'

/**
 * Returns the color space of a file that sharp can decode: from its profile or color chunks, otherwise from EXIF, otherwise sRGB; for CMYK
 * without a profile, plain CMYK.
 */
export async function readColourSpace(
  { path, type }: { path: string; type: ImageType },
  metadata: Metadata,
  tags: Tags,
): Promise<ColourSpace> {
  const samples = sampleKindOf(metadata)
  const stated = await readStatedColourSpace(path, type, metadata, samples)
  if (stated) return stated
  return samples === 'cmyk' ? { kind: 'cmyk', name: '', icc: undefined } : colourSpaceOfExif(tags)
}

/**
 * Returns the color space that EXIF states. `name` is empty for Adobe RGB, because other programs do not read the color space from EXIF.
 */
export function colourSpaceOfExif(tags: Tags): ColourSpace {
  if (isAdobeRgb(tags)) return { kind: 'profile', name: '', icc: getAdobeRgbProfile() }
  return toNumber(tags.ColorSpace) === 1 ? { kind: 'srgb', name: 'sRGB' } : UNSTATED_COLOUR_SPACE
}

async function readStatedColourSpace(
  path: string,
  type: ImageType,
  metadata: Metadata,
  samples: SampleKind,
): Promise<ColourSpace | undefined> {
  if (type === 'png') return readPngColourSpace(path, samples)
  if (type === 'avif') return readHeifColourSpace(await readFile(path))
  return colourSpaceOfIcc(metadata.icc, samples, type === 'tiff')
}

export function sampleKindOf({ space }: Metadata): SampleKind {
  if (space === 'cmyk') return 'cmyk'
  return space === 'b-w' || space === 'grey16' ? 'grey' : 'rgb'
}
