import { readFile } from 'node:fs/promises'
import type { ImageType } from '@daymark/contracts'
import type { Metadata } from 'sharp'
import { isAdobeRgb } from '../../exif/exif-block.ts'
import { numberOf, type Tags } from '../../exif/tags.ts'
import { type Colours, UNSTATED } from '../colour-space.ts'
import { coloursOfIcc, type Samples } from '../colours.ts'
import { heifColours } from './heif-colours.ts'
import { adobeRgbProfile } from '../icc/matrix-profile.ts'
import { pngColours } from './png-colours.ts'

/** Returns the color space of a file that sharp reads: as stated by the format, otherwise by EXIF, otherwise sRGB. */
export async function coloursOf(
  { path, type }: { path: string; type: ImageType },
  metadata: Metadata,
  tags: Tags,
): Promise<Colours> {
  const samples = samplesOf(metadata)
  const stated = await statedIn(path, type, metadata, samples)
  if (stated) return stated
  return samples === 'cmyk' ? { kind: 'cmyk', name: '', icc: undefined } : coloursOfExif(tags)
}

/** `name` is empty if EXIF names Adobe RGB, because other programs do not read the color space from EXIF. */
export function coloursOfExif(tags: Tags): Colours {
  if (isAdobeRgb(tags)) return { kind: 'profile', name: '', icc: adobeRgbProfile() }
  return numberOf(tags.ColorSpace) === 1 ? { kind: 'srgb', name: 'sRGB' } : UNSTATED
}

async function statedIn(
  path: string,
  type: ImageType,
  metadata: Metadata,
  samples: Samples,
): Promise<Colours | undefined> {
  if (type === 'png') return pngColours(path, samples)
  if (type === 'avif') return heifColours(await readFile(path))
  return coloursOfIcc(metadata.icc, samples, type === 'tiff')
}

export function samplesOf({ space }: Metadata): Samples {
  if (space === 'cmyk') return 'cmyk'
  return space === 'b-w' || space === 'grey16' ? 'grey' : 'rgb'
}
