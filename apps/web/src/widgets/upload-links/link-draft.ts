import { type http, UPLOADS } from '@daymark/contracts'
import { localDay } from '../../domain/shares/share-choice.ts'

/** The form speaks in texts: an empty date means never, an empty password none, or the old one. */
export type LinkDraft = {
  title: string
  greeting: string
  approve: boolean
  section: string
  photos: string
  perGuest: string
  expiresOn: string
  password: string
  removePassword: boolean
}

export const draftOf = (link: http.UploadLink | undefined): LinkDraft => ({
  title: link?.title ?? '',
  greeting: link?.greeting ?? '',
  approve: link?.approve ?? true,
  section: link?.section_id ?? '',
  photos: String(link?.max_photos ?? UPLOADS.usual),
  perGuest: String(link?.max_photos_per_guest ?? UPLOADS.usualOfGuest),
  expiresOn: link?.expires_at ? localDay(link.expires_at) : '',
  password: '',
  removePassword: false,
})
