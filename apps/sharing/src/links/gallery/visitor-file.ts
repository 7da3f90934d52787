import { createHash } from 'node:crypto'
import {
  downloadName,
  type EventOf,
  type Patches,
  type photoUpdated,
  type Rendition,
  type VisitorFile as PublishedFile,
} from '@daymark/contracts'

type Original = EventOf<typeof photoUpdated>['data']['original']
export type Downloadable = {
  originalFilename: string
  original: Original
  lg: Rendition
  visitor: PublishedFile | null
}
export type VisitorFile = {
  key: string
  size: number
  sha256: string
  crc32: number
  mimeType: string
  name: string
  patches?: Patches
}

/**
 * What a visitor gets who downloads a photo, alone or in the ZIP (rules 38, 39): the original without positions and serial
 * numbers, or a JPEG of what few can open. Where the photo's metadata is not known, what surely has neither: the large variant.
 */
export function downloadFile({ originalFilename, original, lg, visitor }: Downloadable): VisitorFile {
  if (visitor?.kind !== 'patched') return variantFile(originalFilename, visitor?.rendition ?? lg)
  const { key, size, sha256, mimeType } = original
  const { patches, crc32 } = visitor
  const name = downloadName(originalFilename, mimeType)
  if (patches.length === 0) return { key, size, sha256, crc32, mimeType, name }
  return { key, size, sha256: nameOf(sha256, patches), crc32, mimeType, name, patches }
}

/** A name for the patched bytes: nobody reads the whole file once more for it. */
const nameOf = (sha256: string, patches: Patches): string =>
  createHash('sha256')
    .update(`${sha256} ${JSON.stringify(patches)}`)
    .digest('hex')

/** A rendition is a JPEG whatever the original was, and is named so. */
export function variantFile(originalFilename: string, { key, size, sha256, crc32 }: Rendition): VisitorFile {
  return { key, size, sha256, crc32, mimeType: 'image/jpeg', name: jpegName(originalFilename) }
}

export const jpegName = (originalFilename: string): string => downloadName(originalFilename, 'image/jpeg')
