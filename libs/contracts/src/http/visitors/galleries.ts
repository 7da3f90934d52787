import { z } from 'zod'
import { MAX_EMAIL_LENGTH, MAX_IDS_PER_CALL } from '../../rules/limits.ts'
import { downloadSize } from '../shares.ts'

/** A point in the history of a gallery, taken from an earlier response. A larger number is a later point. */
const galleryMark = z.string().regex(/^\d{1,15}$/, 'Send a mark of an earlier response.')

/** Images that are new to this visitor (rules 119, 120). Both lists are empty on the first visit. */
export const galleryNews = z.object({
  mark: galleryMark.describe('Current point in the history. Send it to mark all images up to this point as seen.'),
  new_image_ids: z.array(z.string()).describe("Images first shown since the visitor's last visit, in gallery order."),
  corrected_image_ids: z.array(z.string()).describe("Images whose file was replaced since the visitor's last visit."),
})
export type GalleryNews = z.infer<typeof galleryNews>
export const newsSeenBody = z.object({ mark: galleryMark })

/** Photos shared without an album, for the owner. */
export const selection = z.object({
  id: z.string(),
  title: z.string(),
  image_count: z.number(),
  images: z.array(
    z.object({
      id: z.string(),
      filename: z.string(),
      title: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      thumbnail_url: z.string(),
      url: z.string(),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type Selection = z.infer<typeof selection>

export const manifestQuery = z.object({
  size: z.string().optional().describe('original, 2048 or 1080. Default: the largest size that the link offers.'),
})
/** A file that visitors of the link can download. */
const manifestFile = z.object({
  image_id: z.string(),
  name: z.string().describe('Name of the file in the ZIP file of the gallery.'),
  bytes: z.number(),
  sha256: z
    .string()
    .nullable()
    .describe(
      'SHA-256 of the file that visitors download, in hexadecimal digits. Null: the file cannot be read at the moment.',
    ),
  taken: z
    .boolean()
    .optional()
    .describe('Whether this visitor has downloaded the photo. Present only if the link limits downloads.'),
})
export type ManifestFile = z.infer<typeof manifestFile>
/** All files of a link in one size with checksums (rule 132). The client repeats the request until `ready` equals `total`. */
export const galleryManifest = z.object({
  title: z.string(),
  size: downloadSize,
  total: z.number().describe('Number of files.'),
  ready: z.number().describe('Number of files whose checksum is known.'),
  files: z.array(manifestFile).describe('In gallery order. Empty until all files are ready.'),
})
export type GalleryManifest = z.infer<typeof galleryManifest>

/** Current download options of a visitor. */
export const publicDownloads = z.object({
  sizes: z.array(downloadSize),
  visitor_limit: z.number().nullable().describe('Number of photos that each visitor may download. Null: unlimited.'),
  left: z.number().nullable().describe('Number of photos this visitor may still download. Null: unlimited.'),
})
export type PublicDownloads = z.infer<typeof publicDownloads>
export const prepareDownloadBody = z.object({
  size: downloadSize.optional().describe('Default: the largest size that the link offers.'),
  image_ids: z.array(z.string()).min(1).max(MAX_IDS_PER_CALL).optional().describe('Default: the whole gallery.'),
})
/** State of a ZIP. Smaller sizes are rendered on request, so the client repeats the request until `ready` equals `total`. */
export const preparedDownload = z.object({
  total: z.number().describe('Number of photos.'),
  ready: z.number().describe('Number of photos that are ready.'),
  bytes: z.number().nullable().describe('Length of the ZIP. Null until all photos are ready.'),
  url: z.string().describe('Address of the ZIP. The download can be resumed while the gallery does not change.'),
})
export type PreparedDownload = z.infer<typeof preparedDownload>
export const archiveQuery = z.object({
  size: z.string().optional().describe('original, 2048 or 1080. Default: the largest size that the link offers.'),
  photos: z.string().optional().describe('Selected photos, as encoded in the `url` of the prepared download.'),
})

/** Token of an unsubscribe link. */
const token = z.string().max(200)
export const visitorMailsQuery = z.object({ token })
/** Query of an unsubscribe request. Without `all`, only emails about one gallery are turned off; mail programs send no `all` (RFC 8058). */
export const stopMailsQuery = z.object({
  token,
  all: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: turns off the emails about all galleries of this photographer.'),
})
export const visitorMails = z.object({
  gallery: z.string().nullable().describe('Title of the gallery. Null: the gallery was deleted.'),
  studio: z.string().nullable().describe('Studio in whose name the email was sent. Null: Daymark.'),
  off: z.enum(['none', 'gallery', 'all']),
})
export type VisitorMails = z.infer<typeof visitorMails>

/** Request to send a visitor their personal link by email. */
export const mailLinkBody = z.object({
  email: z.email('Enter a valid email address.').max(MAX_EMAIL_LENGTH),
  keep: z
    .boolean()
    .default(false)
    .describe('Whether the address is stored, shown to the photographer and used for later emails about the gallery.'),
})
