import type { Asked, routes } from '@daymark/contracts'
import { endOf, passwordOf } from '../sharing/link-settings.ts'

type Fields = Asked<typeof routes.updateUploadLink>['body']

/** Left out: as it was, or as it usually is. */
export const uploadSettingsOf = (body: Fields) => ({
  ...{ title: body.title, greeting: body.greeting, approve: body.approve, sectionId: body.section_id },
  limits: { photos: body.max_photos, photosPerGuest: body.max_photos_per_guest, bytes: body.max_bytes },
  password: passwordOf(body.password),
  expiresAt: endOf(body),
})
