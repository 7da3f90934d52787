import { z } from 'zod'
import { downloadSize } from './shares.ts'

export const manifestQuery = z.object({
  size: z.string().optional().describe('original, 2048 or 1080. Default: the largest size that the link offers.'),
})
/** A file that visitors of the link can download. */
export const manifestFile = z.object({
  image_id: z.string(),
  name: z.string().describe('File name in the ZIP of the gallery.'),
  bytes: z.number(),
  sha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the downloaded bytes in hex. Null: the file cannot be read at the moment.'),
  taken: z
    .boolean()
    .optional()
    .describe('Whether this visitor has downloaded the photo. Only if the link limits downloads.'),
})
export type ManifestFile = z.infer<typeof manifestFile>
/** All files of a link in one size with checksums (rule 132). Repeat the request until all checksums are ready. */
export const galleryManifest = z.object({
  title: z.string(),
  size: downloadSize,
  total: z.number().describe('Number of files.'),
  ready: z.number().describe('Number of files whose checksum is known.'),
  files: z.array(manifestFile).describe('In gallery order. Empty until all files are ready.'),
})
export type GalleryManifest = z.infer<typeof galleryManifest>
