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

/** The colours of a file that sharp reads: as the format states them, else as EXIF does, else sRGB. */
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

/**
 * Empty where EXIF says Adobe RGB: other programs do not look there, so the file does not state its colours in a way that counts.
 */
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
