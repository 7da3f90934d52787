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
  watermark: z.boolean().describe('Files are never sent unmarked; the media service has the renditions (rule 40).'),
  title: z.string(),
})
/** `sha256`: hash of the downloaded bytes. Absent: not computed yet. */
const manifestFiles = archiveFiles.extend({
  files: z.array(
    downloadFile.extend({
      photoId: id,
      taken: z
        .boolean()
        .optional()
        .describe('Whether this visitor has downloaded the photo. Only if there is a limit.'),
    }),
  ),
  pending: z.number().int().describe('Number of files whose hash is being computed.'),
})
/** One bit for each of 40,000 photos in base64, plus a header. */
const MAX_SELECTION_LENGTH = 7000
/** Downloads of visitors; a part of `sharing`. */
export const downloads = {
  /**
   * Files of a download in album order with their uploaded names: all photos, or the given ones. Files of a size that the media service
   * renders on request have no key yet. Throws the errors of getGallery; DOWNLOADS_OFF, SIZE_NOT_OFFERED; PHOTO_NOT_FOUND if a given photo is
   * missing; CONFLICT if the gallery changed since `selection` was created.
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
        .describe('The same set in a form that fits an address.'),
      name: z.string().optional().describe('One photo, by the stem of its filename.'),
    }),
    archiveFiles.extend({
      selection: z.string().optional().describe('Set of the named photos.'),
      files: z.array(downloadFile.extend({ patches: patches.optional() })),
    }),
  ),
  /**
   * All files of a gallery in one size, with hashes of the downloaded bytes. Hashes of files that differ from their originals are
   * computed in the background on the first request. Throws the errors of listArchive.
   */
  getManifest: rpc(
    'sharing.public.manifest',
    z.object({ ...linkAccess, size: downloadSize.optional(), visitorId: z.string().optional() }),
    manifestFiles,
  ),
  /** The same for the owner, even if the link is closed. Throws SHARE_NOT_FOUND, DOWNLOADS_OFF, SIZE_NOT_OFFERED. */
  getOwnManifest: rpc(
    'sharing.links.manifest',
    z.object({ linkId: z.string(), size: downloadSize.optional() }),
    manifestFiles,
  ),
  /**
   * Counts downloaded photos, each once per visitor regardless of size and repetition. All or nothing: DOWNLOAD_LIMIT if the link or the
   * visitor has fewer left. `dryRun`: counts nothing. Throws the errors of getGallery; DOWNLOADS_OFF.
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
