import {
  downloadName,
  type EventOf,
  type Patches,
  type photoUpdated,
  type VisitorFile,
  type Rendition,
} from '@daymark/contracts'
import { createHash } from 'node:crypto'

type Original = EventOf<typeof photoUpdated>['data']['original']
export type Downloadable = {
  originalFilename: string
  original: Original
  lg: Rendition
  visitorFile: VisitorFile | null
}
export type DownloadFile = {
  key: string
  size: number
  sha256: string
  crc32: number
  mimeType: string
  name: string
  patches?: Patches
}

/**
 * Returns the file that a visitor downloads, singly or in a ZIP (rules 38, 39): the original without its GPS position and serial numbers,
 * or a JPEG if few programs can open the format of the original. If the metadata is not known, returns the large variant, which contains no
 * private data.
 */
export function toDownloadFile({ originalFilename, original, lg, visitorFile }: Downloadable): DownloadFile {
  if (visitorFile?.kind !== 'patched') return toVariantFile(originalFilename, visitorFile?.rendition ?? lg)
  const { key, size, sha256, mimeType } = original
  const { patches, crc32 } = visitorFile
  const name = downloadName(originalFilename, mimeType)
  if (patches.length === 0) return { key, size, sha256, crc32, mimeType, name }
  return { key, size, sha256: hashPatchedFile(sha256, patches), crc32, mimeType, name, patches }
}

/** Returns a text that identifies the patched bytes, without reading the file. */
const hashPatchedFile = (sha256: string, patches: Patches): string =>
  createHash('sha256')
    .update(`${sha256} ${JSON.stringify(patches)}`)
    .digest('hex')

/** Describes a rendition as a file. A rendition is a JPEG regardless of the format of the original, so its name ends in .jpg. */
export function toVariantFile(originalFilename: string, { key, size, sha256, crc32 }: Rendition): DownloadFile {
  return { key, size, sha256, crc32, mimeType: 'image/jpeg', name: toJpegName(originalFilename) }
}

export const toJpegName = (originalFilename: string): string => downloadName(originalFilename, 'image/jpeg')
