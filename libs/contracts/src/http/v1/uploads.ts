import { z } from 'zod'
import { processingStatus } from '../images.ts'
import { accepted, decisionBody, lastId, refused, uploadLink as ownLink } from '../uploads.ts'
import { page, paging, time } from './fields.ts'

/** rule 148. */
export const uploadLink = ownLink
  .omit({ token: true })
  .extend({ url: z.url().describe('Anyone with this address can send photos.') })
export type UploadLink = z.infer<typeof uploadLink>
export { uploadLinkBody } from '../uploads.ts'
export const uploadLinkList = z.object({ upload_links: z.array(uploadLink) })

const variant = z
  .string()
  .describe(
    'Image address that requires the token. `pending` until the variant exists, `failed` if it could not be created.',
  )
/** A file from a guest that waits for approval. It is not an image of the library yet. */
export const receivedImage = z.object({
  id: z.uuid().describe('Id of the image. It stays the same after approval.'),
  upload_link_id: z.uuid(),
  guest_id: z.uuid(),
  sent_by: z.string().describe('Name given by the guest.'),
  filename: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  variants: z.object({ thumbnail: variant, medium: variant, large: variant }),
  processing_status: processingStatus,
  received_at: time,
})
export type ReceivedImage = z.infer<typeof receivedImage>
export const receivedQuery = z.object({
  guest_id: z.string().optional().describe('Restricts the result to one guest.'),
  ...paging,
})
export const receivedList = z.object({
  images: z.array(receivedImage).describe('By guest, oldest first.'),
  last_id: lastId,
  ...page,
})
export const receivedDecision = decisionBody
export const acceptedImages = accepted
export const refusedImages = refused
