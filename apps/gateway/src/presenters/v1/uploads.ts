import type { http, ReceivedFile, VariantSize } from '@daymark/contracts'
import { receivedUrl } from '../uploads.ts'

export const presentUploadLink = ({ token: _, ...link }: http.UploadLink): http.v1.UploadLink => link

export function presentReceivedImage(file: ReceivedFile, site: string): http.v1.ReceivedImage {
  const { id, linkId, guestId, guestName, originalFilename: filename, size, width, height, status, receivedAt } = file
  const variant = (name: VariantSize) => (file.hasPicture ? site + receivedUrl(id, `${name}.jpg`) : UNMADE[status])
  return {
    ...{ id, upload_link_id: linkId, guest_id: guestId, sent_by: guestName, filename, size, width, height },
    variants: { thumbnail: variant('sm'), medium: variant('md'), large: variant('lg') },
    processing_status: status,
    received_at: receivedAt,
  }
}
const UNMADE = { processing: 'pending', completed: 'pending', failed: 'failed' }
