import { z } from 'zod'
import { processingStatus } from '../library/images.ts'
import { acceptResult, decisionBody, lastPendingFileId, rejectResult, uploadLink as apiUploadLink } from '../uploads.ts'
import { page, paging, time } from './fields.ts'

/** An upload link in /v1 (rule 148). */
export const uploadLink = apiUploadLink.omit({ token: true }).extend({
  url: z.url().describe('Public address of the link. Anyone who opens it can send photos, unless a password is set.'),
})
export type UploadLink = z.infer<typeof uploadLink>
export { uploadLinkBody } from '../uploads.ts'
export const uploadLinkList = z.object({ upload_links: z.array(uploadLink) })

const variantUrlOrStatus = z
  .string()
  .describe(
    'URL of a JPEG in this size, `pending` while the JPEG is being created, or `failed` if it could not be created. To load the JPEG, send the same `Authorization` header.',
  )
/** A file from a guest that waits for approval. It is not an image of the library yet. */
export const receivedImage = z.object({
  id: z.uuid().describe('ID of the file. After approval it is the ID of the image.'),
  upload_link_id: z.uuid().describe('ID of the upload link through which the guest sent the file.'),
  guest_id: z.uuid().describe('ID of the guest who sent the file.'),
  sent_by: z.string().describe('Name that the guest entered.'),
  filename: z.string().describe('Name of the file that the guest sent.'),
  size: z.int().describe('Size of the file in bytes.'),
  width: z.int().nullable().describe('Width in pixels. Null: not known until the file is processed.'),
  height: z.int().nullable().describe('Height in pixels. Null: not known until the file is processed.'),
  variants: z.object({ thumbnail: variantUrlOrStatus, medium: variantUrlOrStatus, large: variantUrlOrStatus }),
  processing_status: processingStatus,
  received_at: time.describe('Time at which the guest sent the file.'),
})
export type ReceivedImage = z.infer<typeof receivedImage>
export const receivedQuery = z.object({
  guest_id: z.string().optional().describe('ID of a guest. Returns only files from this guest.'),
  ...paging,
})
export const receivedList = z.object({
  images: z.array(receivedImage).describe('The pending files, grouped by guest, the oldest of each guest first.'),
  last_id: lastPendingFileId,
  ...page,
})
export const receivedDecision = decisionBody
export const acceptedImages = acceptResult
export const refusedImages = rejectResult
