import type { http } from '@daymark/contracts'
import type { FrontDoor, Member } from '../../support/people.ts'
import { albumOf } from '../../support/photos.ts'
import { newLink } from '../../support/shared-gallery.ts'
import { uploadDrawings } from './photos.ts'

export type SharedAlbum = { owner: Member; album: http.Album; photos: http.Image[]; link: http.Share; path: string }

/** An album of drawings with titles 'First light', 'Noon' and captions on the first two, and a link to it. */
export async function sharedAlbum(
  daymark: FrontDoor,
  { count = 4, share = {}, album = {} }: { count?: number; share?: object; album?: object } = {},
): Promise<SharedAlbum> {
  const owner = await daymark.user()
  const photos = await uploadDrawings(daymark, owner, count)
  const edits = [{ title: 'First light', caption: 'At the pier' }, { title: 'Noon' }]
  for (const [n, edit] of edits.entries()) if (photos[n]) await owner.send('PATCH', `/api/images/${photos[n].id}`, edit)
  const made = await albumOf(owner, 'Iceland', photos)
  await owner.send('PATCH', `/api/albums/${made.id}`, { description: 'A week in May', ...album })
  await daymark.settle()
  const link = await newLink(owner, { album_id: made.id, ...share })
  await daymark.settle()
  return { owner, album: made, photos, link, path: `/share/${link.token}` }
}
