import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { MAX_IDS_PER_CALL } from '../../rules/limits.ts'
import { downloadSize } from '../../rules/link-fields.ts'
import { patches } from '../media/events.ts'
import { linkAccess } from './open.ts'

/** A file as visitors download it. */
const downloadFile = z.object({
  photoId: id.optional(),
  fileId: id
    .nullable()
    .optional()
    .describe('Id under which the media service stores the file. Absent: the id of the photo.'),
  key: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string().optional(),
  mimeType: z.string().optional(),
  crc32: z.number(),
  modified: isoTime.nullable(),
})
const archiveFiles = z.object({
  linkId: id,
  size: downloadSize,
  hasLimit: z.boolean().describe('Whether claimDownloads has to allow the download.'),
  expiresAt: isoTime.nullable().optional(),
  ownerId: id,
  watermark: z
    .boolean()
    .describe(
      'True: the gateway sends the watermarked renditions of the media service instead of these files (rule 40).',
    ),
  title: z.string(),
})
/** Files of a manifest. `sha256`: hash of the bytes that visitors download; absent until the hash is computed. */
const manifestFiles = archiveFiles.extend({
  files: z.array(
    downloadFile.extend({
      photoId: id,
      taken: z
        .boolean()
        .optional()
        .describe('Whether this visitor has downloaded the photo. Present only if the link limits downloads.'),
    }),
  ),
  pending: z.number().int().describe('Number of files whose hash is being computed.'),
})
/** Maximum length of `selection`: one bit for each of 40,000 photos in base64, plus a header. */
const MAX_SELECTION_LENGTH = 7000
/** Downloads of visitors. */
export const downloads = {
  /**
   * Returns the files of a download in album order, with their uploaded names. Default: all photos of the gallery. `key` is empty if the
   * media service has to render the size on request. Throws the errors of getGallery; DOWNLOADS_OFF; SIZE_NOT_OFFERED; PHOTO_NOT_FOUND if the
   * gallery does not contain a given photo; CONFLICT if the gallery changed since `selection` was created.
   */
  listArchive: rpc(
    'sharing.public.archive',
    z.object({
      ...linkAccess,
      size: downloadSize.optional().describe('Default: the largest size that the link offers.'),
      photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL).optional(),
      selection: z
        .string()
        .max(MAX_SELECTION_LENGTH)
        .optional()
        .describe('Instead of `photoIds`: a set of photos in a form that fits into a URL, from an earlier response.'),
      name: z.string().optional().describe('Instead of `photoIds`: one photo, by its file name without extension.'),
    }),
    archiveFiles.extend({
      selection: z.string().optional().describe('The given photos in a form that fits into a URL. Absent: all photos.'),
      files: z.array(downloadFile.extend({ patches: patches.optional() })),
    }),
  ),
  /**
   * Returns all files of a gallery in one size, with hashes of the bytes that visitors download. If a file differs from the original, its hash
   * is computed in the background after the first request. Throws the errors of listArchive.
   */
  getManifest: rpc(
    'sharing.public.manifest',
    z.object({ ...linkAccess, size: downloadSize.optional(), visitorId: z.string().optional() }),
    manifestFiles,
  ),
  /** As getManifest, for the owner, even if the link is revoked or expired. Throws SHARE_NOT_FOUND, DOWNLOADS_OFF, SIZE_NOT_OFFERED. */
  getOwnManifest: rpc(
    'sharing.links.manifest',
    z.object({ linkId: z.string(), size: downloadSize.optional() }),
    manifestFiles,
  ),
  /**
   * Counts downloaded photos towards the limits of the link. A photo counts once per visitor, whatever its size and however often it is
   * downloaded. Throws DOWNLOAD_LIMIT and counts nothing if the limit does not permit all of the photos; DOWNLOADS_OFF; the errors of
   * getGallery. `dryRun`: only checks.
   */
  claimDownloads: rpc(
    'sharing.public.claim-downloads',
    z.object({
      ...linkAccess,
      visitorId: z.string(),
      photoIds: z.array(id).max(MAX_IDS_PER_CALL).optional().describe('Default: all photos of the gallery.'),
      dryRun: z.boolean().optional(),
    }),
    z.object({
      sizes: z.array(downloadSize),
      visitorLimit: z.number().nullable(),
      left: z.number().nullable().describe('Number of photos this visitor may still download. Null: unlimited.'),
    }),
  ),
}
