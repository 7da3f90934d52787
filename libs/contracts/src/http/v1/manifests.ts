import { z } from 'zod'
import { DOWNLOAD_SIZES } from '../../limits.ts'

const size = z.enum(DOWNLOAD_SIZES)
export const shareManifestQuery = z.object({
  size: size.optional().describe('one that the link offers; left out: the largest of these'),
})
export const shareManifestImage = z.object({
  id: z.uuid(),
  filename: z.string().describe('in the ZIP of the gallery'),
  size: z.int().describe('bytes'),
  sha256: z.string().nullable().describe('of what is downloaded, in hex; null: it cannot be read at the moment'),
})
export type ShareManifestImage = z.infer<typeof shareManifestImage>
/** What visitors of a link download, by its bytes (rule 132). */
export const shareManifest = z.object({
  title: z.string(),
  download_size: size,
  images: z.array(shareManifestImage).describe('in the order of the gallery'),
})
