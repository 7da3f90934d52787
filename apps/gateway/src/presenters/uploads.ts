import type { http, Output, library, ReceivedFile, UploadLinkView } from '@daymark/contracts'

type ReceivedCount = Output<typeof library.countReceived>['links'][number]

/** `site` is the public URL without a trailing slash. */
export function presentUploadLink(
  link: UploadLinkView,
  received: ReceivedCount | undefined,
  site: string,
): http.UploadLink {
  const { id, token, title, greeting, approve, revoked, active, limits } = link
  return {
    id,
    token,
    title,
    greeting,
    approve,
    revoked,
    active,
    url: `${site}/upload/${token}`,
    album_id: link.albumId,
    section_id: link.sectionId,
    max_photos: limits.photos,
    max_photos_per_guest: limits.photosPerGuest,
    max_bytes: limits.bytes,
    has_password: link.hasPassword,
    expires_at: link.expiresAt,
    guest_count: link.guests,
    received_count: received?.photos ?? 0,
    received_bytes: received?.bytes ?? 0,
    waiting_count: received?.waiting ?? 0,
    created_at: link.createdAt,
  }
}

const presentReceivedFile = ({ id, originalFilename: filename, size, status, error, ...file }: ReceivedFile) => ({
  id,
  filename,
  size,
  processing_status: status,
  error,
  width: file.width,
  height: file.height,
  placeholder: file.placeholder,
  received_at: file.receivedAt,
})

/** A received file for the guest who sent it. `linkAddress` is the token or readable address of the link that the guest uses. */
export const presentSentFile = (file: ReceivedFile, linkAddress: string): http.SentFile => ({
  ...presentReceivedFile(file),
  sha256: file.sha256,
  state: file.state,
  url: file.hasPicture ? `/api/upload-links/public/${encodeURIComponent(linkAddress)}/files/${file.id}/picture` : null,
})

export const receivedFileUrl = (id: string, name: string): string => `/media/received/${id}/${name}`

export const presentReceivedPhoto = (file: ReceivedFile): http.ReceivedImage => ({
  ...presentReceivedFile(file),
  link_id: file.linkId,
  guest_id: file.guestId,
  sent_by: file.guestName,
  url: file.hasPicture ? receivedFileUrl(file.id, 'lg.jpg') : null,
  thumbnail_url: file.hasPicture ? receivedFileUrl(file.id, 'sm.jpg') : null,
})
