import { z } from 'zod'
import { downloadSize } from './shares.ts'

export const manifestQuery = z.object({
  size: z.string().optional().describe('original, 2048 or 1080; default: the largest that the link offers'),
})
/** A file that the link offers, as it is downloaded. */
export const manifestFile = z.object({
  image_id: z.string(),
  name: z.string().describe('in the ZIP of the gallery'),
  bytes: z.number(),
  sha256: z.string().nullable().describe('of what is downloaded, in hex; null: it cannot be read at the moment'),
  taken: z
    .boolean()
    .optional()
    .describe('where the link limits downloads: whether this visitor has downloaded the photo'),
})
export type ManifestFile = z.infer<typeof manifestFile>
/** All that a link offers in one size, by its bytes (rule 132). What is not there yet is made: asked again until all is ready. */
export const galleryManifest = z.object({
  title: z.string(),
  size: downloadSize,
  total: z.number().describe('files'),
  ready: z.number().describe('files whose bytes are known'),
  files: z.array(manifestFile).describe('in the order of the gallery; none until all are ready'),
})
export type GalleryManifest = z.infer<typeof galleryManifest>
