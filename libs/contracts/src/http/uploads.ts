import { z } from 'zod'
import { id, text } from '../bus/define.ts'
import { GB, MAX_PASSWORD_LENGTH, UPLOAD_LINK_LIMITS } from '../rules/limits.ts'
import { requiredTextSchema } from '../rules/visible-text.ts'
import { success } from './accounts.ts'
import { processingStatus } from './library/images.ts'
import { visitorContactFields } from './visitors/picks.ts'
import { timeZone } from './shares.ts'

/** An upload link (rule 148). */
export const uploadLink = z.object({
  id: z.string(),
  token: z.string(),
  url: z.string(),
  album_id: z.string().describe('ID of the album to which guests send photos.'),
  title: z.string().describe('Heading of the upload page.'),
  greeting: z.string().describe('Text below the heading of the upload page. Empty: no text.'),
  approve: z
    .boolean()
    .describe('True: photos wait for the approval of the owner. False: photos are added to the album at once.'),
  section_id: z
    .string()
    .nullable()
    .describe('ID of the section to which photos are added. Null: photos are added at the end of the album.'),
  max_photos: z.number().describe('Maximum number of photos of all guests together.'),
  max_photos_per_guest: z.number().describe('Maximum number of photos of each guest.'),
  max_bytes: z
    .number()
    .nullable()
    .describe(
      'Maximum size of all photos of the link together, in bytes. Null: only the storage of the plan limits it.',
    ),
  has_password: z.boolean().describe('Whether guests must enter a password.'),
  expires_at: z.string().nullable().describe('Time at which the link expires. Null: never.'),
  revoked: z.boolean().describe('Whether the owner closed the link.'),
  active: z.boolean().describe('Whether guests can use the link: it is neither closed nor expired.'),
  guest_count: z.number().describe('Number of guests who entered their name.'),
  received_count: z
    .number()
    .describe('Number of photos received, without those that guests withdrew. It counts towards `max_photos`.'),
  received_bytes: z.number().describe('Total size of the received photos in bytes.'),
  waiting_count: z.number().describe('Number of photos that wait for approval.'),
  created_at: z.string(),
})
export type UploadLink = z.infer<typeof uploadLink>
export const uploadLinks = z.object({ links: z.array(uploadLink) })
export const uploadLinkClosed = success.extend({ link: uploadLink })

const pageHeading = requiredTextSchema('Enter a heading for the upload page.', UPLOAD_LINK_LIMITS.title)
const uploadLinkFields = {
  title: pageHeading.optional(),
  greeting: text
    .trim()
    .max(UPLOAD_LINK_LIMITS.greeting)
    .optional()
    .describe('Text below the heading of the upload page. Default: empty.'),
  approve: z
    .boolean()
    .optional()
    .describe(
      'True: photos wait for the approval of the owner. False: photos are added to the album at once. Default: true.',
    ),
  section_id: z
    .string()
    .nullish()
    .describe('ID of the section to which photos are added. Null: photos are added at the end of the album.'),
  max_photos: z
    .int()
    .min(1)
    .max(UPLOAD_LINK_LIMITS.max)
    .optional()
    .describe('Maximum number of photos of all guests together.'),
  max_photos_per_guest: z
    .int()
    .min(1)
    .max(UPLOAD_LINK_LIMITS.maxPerGuest)
    .optional()
    .describe('Maximum number of photos of each guest.'),
  max_bytes: z
    .int()
    .min(1)
    .max(10_000 * GB)
    .nullish()
    .describe(
      'Maximum size of all photos of the link together, in bytes. Null: only the storage of the plan limits it.',
    ),
  password: z
    .string()
    .max(MAX_PASSWORD_LENGTH)
    .nullish()
    .describe('Password that guests must enter. Responses never contain it. Empty or null: no password.'),
  expires_at: z
    .string()
    .nullish()
    .describe(
      'Time at which the link stops working: a date (YYYY-MM-DD) or an ISO 8601 date and time. Empty or null: never.',
    ),
  time_zone: timeZone,
}
export const uploadLinkBody = z.object({ ...uploadLinkFields, title: pageHeading })
export const uploadLinkPatch = z.object(uploadLinkFields)

/** Fields of a file from a guest, for the guest and for the owner of the album. */
const guestFileFields = {
  id: z.string(),
  filename: z.string().describe('Name of the file that the guest sent.'),
  size: z.number(),
  processing_status: processingStatus,
  error: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  url: z.string().nullable().describe('Address of the preview. Null: no preview exists.'),
  received_at: z.string(),
}
/** The upload page for guests. It contains no data of the album. */
export const uploadPage = z.object({
  title: z.string(),
  greeting: z.string(),
  photographer: z.string().nullable().describe('Display name of the owner. Null: none.'),
  approve: z.boolean(),
  expires_at: z.string().nullable(),
  max_file_bytes: z.number(),
  name: z.string().nullable().describe('Name that this guest entered. Null: none yet.'),
})
export type UploadPage = z.infer<typeof uploadPage>
export const guestNameBody = z.object({ name: visitorContactFields.name })
export const guestName = z.object({ name: z.string() })

export const sentFile = z.object({
  ...guestFileFields,
  sha256: z.string().describe('SHA-256 of the file, by which the client recognizes files that it has already sent.'),
  state: z.enum(['waiting', 'added', 'declined']),
})
export type SentFile = z.infer<typeof sentFile>
export const sentFiles = z.object({ files: z.array(sentFile).describe('Newest first.') })
export const sentProgress = z.object({ offset: z.number(), file: sentFile.nullable() })

/** A file from a guest that waits for approval. */
export const receivedImage = z.object({
  ...guestFileFields,
  link_id: z.string(),
  guest_id: z.string(),
  sent_by: z.string().describe('Name that the guest entered.'),
  thumbnail_url: z.string().nullable(),
})
export type ReceivedImage = z.infer<typeof receivedImage>
export const lastPendingFileId = z
  .string()
  .nullable()
  .describe('ID of the newest pending file. Null: no file is pending.')
export const receivedImages = z.object({
  guests: z
    .array(z.object({ id: z.string(), link_id: z.string(), name: z.string(), waiting_count: z.number() }))
    .describe('Guests who sent the files of this response, each with the total number of their pending files.'),
  images: z.array(receivedImage).describe('The pending files, grouped by guest, the oldest of each guest first.'),
  last_id: lastPendingFileId,
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
})
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
export const receivedQuery = z.object({
  guest_id: z.string().optional(),
  limit: wholeNumber.optional().transform(n => Math.min(n ?? UPLOAD_LINK_LIMITS.page, UPLOAD_LINK_LIMITS.page)),
  offset: wholeNumber.optional().transform(n => n ?? 0),
})
export const decisionBody = z.object({
  image_ids: z
    .array(z.string())
    .min(1)
    .max(UPLOAD_LINK_LIMITS.perCall)
    .optional()
    .describe('IDs of the files. Omit it to select all pending files of the album.'),
  guest_id: z.string().optional().describe('ID of a guest. Selects only files from this guest.'),
  until_id: id
    .optional()
    .describe(
      'The `last_id` of the list that you reviewed. Selects only files up to this one, so that files that arrived later are not included.',
    ),
})
const remainingCount = z
  .number()
  .describe(
    'Number of selected files that were not processed because of the limit per call. If it is not 0, send the same request again.',
  )
export const acceptResult = success.extend({
  accepted: z.number().describe('Number of files that were added to the album.'),
  left: remainingCount,
})
export const rejectResult = success.extend({
  refused: z.number().describe('Number of files that were deleted.'),
  left: remainingCount,
})
