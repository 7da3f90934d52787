import { z } from 'zod'
import { id, isoTime, rpc } from '../define.ts'
import { DOWNLOAD_SIZES, MAX_IDS_PER_CALL } from '../../rules/limits.ts'
import { patches } from '../media/events.ts'
import { byToken } from './open.ts'

export const downloadSize = z.enum(DOWNLOAD_SIZES)
/** As a visitor downloads it. */
const file = z.object({
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
const archive = z.object({
  linkId: id,
  size: downloadSize,
  hasLimit: z.boolean().describe('Whether claimDownloads has to allow the download.'),
  expiresAt: isoTime.nullable().optional(),
  ownerId: id,
  watermark: z.boolean().describe('Files are never sent unmarked; the media service has the renditions (rule 40).'),
  title: z.string(),
})
/** `sha256` of a file is that of its bytes here, or is not there. */
const manifest = archive.extend({
  files: z.array(
    file.extend({
      photoId: id,
      taken: z
        .boolean()
        .optional()
        .describe('Whether this visitor has downloaded the photo. Only if there is a limit.'),
    }),
  ),
  pending: z.number().int().describe('Number of files whose hash is being computed.'),
})
/** A bit for each of 40,000 photos, in base64, and what they are counted in. */
const MAX_SELECTION = 7000
/** What visitors take along; a part of `sharing`. */
export const downloads = {
  /**
   * What a visitor downloads, in album order, named as it was uploaded: all photos, or those that are named. Of a size that media
   * makes there is no key yet: media is asked for it. Errors as getGallery; DOWNLOADS_OFF, SIZE_NOT_OFFERED;
   * PHOTO_NOT_FOUND when one of the named is not there, CONFLICT when the gallery is not the one that `selection` was made of.
   */
  listArchive: rpc(
    'sharing.public.archive',
    z.object({
      ...byToken,
      size: downloadSize.optional().describe('Default: the largest size that the link offers.'),
      photoIds: z.array(z.string()).max(MAX_IDS_PER_CALL).optional(),
      selection: z.string().max(MAX_SELECTION).optional().describe('The same set in a form that fits an address.'),
      name: z.string().optional().describe('One photo, by the stem of its filename.'),
    }),
    archive.extend({
      selection: z.string().optional().describe('Set of the named photos.'),
      files: z.array(file.extend({ patches: patches.optional() })),
    }),
  ),
  /**
   * What a visitor may download of the whole gallery in one size, with hashes of the bytes that she gets. Those of files that differ
   * from their original are made when they are first asked for, in the background. Errors as listArchive.
   */
  getManifest: rpc(
    'sharing.public.manifest',
    z.object({ ...byToken, size: downloadSize.optional(), visitorId: z.string().optional() }),
    manifest,
  ),
  /** The same for the owner of the link, whether it is open or not. SHARE_NOT_FOUND; DOWNLOADS_OFF, SIZE_NOT_OFFERED. */
  getOwnManifest: rpc(
    'sharing.links.manifest',
    z.object({ linkId: z.string(), size: downloadSize.optional() }),
    manifest,
  ),
  /**
   * Counts photos that a visitor downloads, each once per visitor, however often and in whichever size. All or none: DOWNLOAD_LIMIT
   * when they are more than the link or the visitor has left. `dryRun` counts nothing. Errors as getGallery; DOWNLOADS_OFF.
   */
  claimDownloads: rpc(
    'sharing.public.claim-downloads',
    z.object({
      ...byToken,
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
