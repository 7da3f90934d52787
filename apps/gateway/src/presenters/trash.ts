import type { http, TrashedLink, TrashedPhoto, TrashedThing } from '@daymark/contracts'
import { stemOf } from './photo.ts'

const DAY_MS = 86_400_000
const none = { image_count: null, view_count: null, thumbnail_url: null, placeholder: null, width: null, height: null }
type Deleted = { id: string; deletedAt: string }

export const presentTrashedPhoto = (photo: TrashedPhoto, days: number): http.TrashItem => ({
  ...none,
  ...presentDeleted(photo, days),
  name: photo.title || photo.originalFilename,
  thumbnail_url: photo.isReady ? `/media/trash/sm/${encodeURIComponent(stemOf(photo.filename))}.jpg` : null,
  placeholder: photo.placeholder,
  width: photo.width,
  height: photo.height,
})
export const presentTrashedThing = (thing: TrashedThing, days: number): http.TrashItem => ({
  ...none,
  ...presentDeleted(thing, days),
  name: thing.name,
  image_count: thing.photos,
})
export const presentTrashedLink = (link: TrashedLink, days: number): http.TrashItem => ({
  ...none,
  ...presentDeleted(link, days),
  name: link.name,
  view_count: link.views,
})

const presentDeleted = ({ id, deletedAt }: Deleted, days: number) => ({
  ...{ id, deleted_at: deletedAt },
  purged_at: new Date(Date.parse(deletedAt) + days * DAY_MS).toISOString(),
})
