import { z } from 'zod'
import { processingStatus } from '../images.ts'
import { accepted, decisionBody, lastId, refused, uploadLink as ownLink } from '../uploads.ts'
import { page, paging, time } from './fields.ts'

/** rule 148. */
export const uploadLink = ownLink
  .omit({ token: true })
  .extend({ url: z.url().describe('whoever knows it may send photos') })
export type UploadLink = z.infer<typeof uploadLink>
export { uploadLinkBody } from '../uploads.ts'
export const uploadLinkList = z.object({ upload_links: z.array(uploadLink) })

const variant = z
  .string()
  .describe('address, asked for with the token; `pending` until it is made, `failed` when it could not be')
/** What a guest sent, and its owner has not approved yet: no image before that. */
export const receivedImage = z.object({
  id: z.uuid().describe('of the image that it is once it was approved'),
  upload_link_id: z.uuid(),
  guest_id: z.uuid(),
  sent_by: z.string().describe('the name that the guest gave'),
  filename: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  variants: z.object({ thumbnail: variant, medium: variant, large: variant }),
  processing_status: processingStatus,
  received_at: time,
})
export type ReceivedImage = z.infer<typeof receivedImage>
export const receivedQuery = z.object({ guest_id: z.string().optional().describe('of one guest'), ...paging })
export const receivedList = z.object({
  images: z.array(receivedImage).describe('guest by guest, the oldest first'),
  last_id: lastId,
  ...page,
})
export const receivedDecision = decisionBody
export const acceptedImages = accepted
export const refusedImages = refused
