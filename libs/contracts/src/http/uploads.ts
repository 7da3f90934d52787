import { z } from 'zod'
import { id, text } from '../bus/define.ts'
import { GB, MAX_PASSWORD, UPLOADS } from '../rules/limits.ts'
import { requiredText } from '../rules/visible-text.ts'
import { success } from './accounts.ts'
import { processingStatus } from './images.ts'
import { visitorNames } from './picks.ts'
import { timeZone } from './shares.ts'

/** An upload link (rule 148). */
export const uploadLink = z.object({
  id: z.string(),
  token: z.string(),
  url: z.string(),
  album_id: z.string(),
  title: z.string(),
  greeting: z.string(),
  approve: z
    .boolean()
    .describe("Whether photos wait for the owner's approval. Otherwise they are added to the album at once."),
  section_id: z.string().nullable().describe('Section to which photos are added. Null: the end of the album.'),
  max_photos: z.number(),
  max_photos_per_guest: z.number(),
  max_bytes: z.number().nullable().describe('Null: limited by the storage of the plan.'),
  has_password: z.boolean(),
  expires_at: z.string().nullable(),
  revoked: z.boolean(),
  active: z.boolean().describe('Not closed and not expired.'),
  guest_count: z.number(),
  received_count: z
    .number()
    .describe('Number of photos received and not withdrawn. This number counts against the limits.'),
  received_bytes: z.number(),
  waiting_count: z.number(),
  created_at: z.string(),
})
export type UploadLink = z.infer<typeof uploadLink>
export const uploadLinks = z.object({ links: z.array(uploadLink) })
export const uploadLinkClosed = success.extend({ link: uploadLink })

const title = requiredText('Enter a heading for the upload page.', UPLOADS.title)
const fields = {
  title: title.optional(),
  greeting: text.trim().max(UPLOADS.greeting).optional(),
  approve: z.boolean().optional().describe('Default: true.'),
  section_id: z.string().nullish().describe('Null: the end of the album.'),
  max_photos: z.int().min(1).max(UPLOADS.max).optional(),
  max_photos_per_guest: z.int().min(1).max(UPLOADS.maxPerGuest).optional(),
  max_bytes: z
    .int()
    .min(1)
    .max(10_000 * GB)
    .nullish()
    .describe('Null: limited by the storage of the plan.'),
  password: z.string().max(MAX_PASSWORD).nullish().describe('Write-only. Empty or null removes the password.'),
  expires_at: z.string().nullish().describe('YYYY-MM-DD or an ISO 8601 time. Empty or null: never.'),
  time_zone: timeZone,
}
export const uploadLinkBody = z.object({ ...fields, title })
export const uploadLinkPatch = z.object(fields)

const file = {
  id: z.string(),
  filename: z.string().describe('File name as sent.'),
  size: z.number(),
  processing_status: processingStatus,
  error: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  url: z.string().nullable().describe('Null: no preview exists.'),
  received_at: z.string(),
}
/** An upload link for guests, without data of the album. */
export const uploadPage = z.object({
  title: z.string(),
  greeting: z.string(),
  photographer: z.string().nullable().describe('Display name of the owner. Null: none.'),
  approve: z.boolean(),
  expires_at: z.string().nullable(),
  max_file_bytes: z.number(),
  name: z.string().nullable().describe('Name given by this guest. Null: none yet.'),
})
export type UploadPage = z.infer<typeof uploadPage>
export const guestNameBody = z.object({ name: visitorNames.name })
export const guestName = z.object({ name: z.string() })

export const sentFile = z.object({
  ...file,
  sha256: z.string().describe('SHA-256 of the file. Files that were already sent need not be sent again.'),
  state: z.enum(['waiting', 'added', 'declined']),
})
export type SentFile = z.infer<typeof sentFile>
export const sentFiles = z.object({ files: z.array(sentFile).describe('Newest first.') })
export const sentProgress = z.object({ offset: z.number(), file: sentFile.nullable() })

/** Pending files of an album. */
export const receivedImage = z.object({
  ...file,
  link_id: z.string(),
  guest_id: z.string(),
  sent_by: z.string().describe('Name given by the guest.'),
  thumbnail_url: z.string().nullable(),
})
export type ReceivedImage = z.infer<typeof receivedImage>
export const lastId = z.string().nullable().describe('Id of the newest pending file. Null: nothing is pending.')
export const receivedImages = z.object({
  guests: z
    .array(z.object({ id: z.string(), link_id: z.string(), name: z.string(), waiting_count: z.number() }))
    .describe('Guests of these images, with the number of their pending files.'),
  images: z.array(receivedImage).describe('By guest, oldest first.'),
  last_id: lastId,
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
})
const whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
export const receivedQuery = z.object({
  guest_id: z.string().optional(),
  limit: whole.optional().transform(n => Math.min(n ?? UPLOADS.page, UPLOADS.page)),
  offset: whole.optional().transform(n => n ?? 0),
})
export const decisionBody = z.object({
  image_ids: z
    .array(z.string())
    .min(1)
    .max(UPLOADS.perCall)
    .optional()
    .describe('Omit it to select all pending files.'),
  guest_id: z.string().optional().describe('Restricts the call to this guest.'),
  until_id: id
    .optional()
    .describe('Restricts the call to files up to this one: the `last_id` of the list that was reviewed.'),
})
const remaining = z.number().describe('Number of selected files that exceed the limit of one call. Call again.')
export const accepted = success.extend({ accepted: z.number(), left: remaining })
export const refused = success.extend({ refused: z.number(), left: remaining })
