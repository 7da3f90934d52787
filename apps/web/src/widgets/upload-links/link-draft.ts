import { type http, UPLOADS } from '@daymark/contracts'
import { localDay } from '../../domain/shares/share-choice.ts'

/** The form values are texts: an empty date means never, an empty password means none (or the existing one). */
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

const NEW: LinkDraft = {
  ...{ title: '', greeting: '', approve: true, section: '', expiresOn: '', password: '', removePassword: false },
  ...{ photos: String(UPLOADS.usual), perGuest: String(UPLOADS.usualOfGuest) },
}

export function draftOf(link: http.UploadLink | undefined): LinkDraft {
  if (!link) return NEW
  const { title, greeting, approve, section_id: section, expires_at: expires } = link
  return {
    ...{ ...NEW, title, greeting, approve, section: section ?? '' },
    ...{ photos: String(link.max_photos), perGuest: String(link.max_photos_per_guest) },
    expiresOn: expires ? localDay(expires) : '',
  }
}
