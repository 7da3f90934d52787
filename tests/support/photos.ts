import type { http } from '@daymark/contracts'
import type { RunningProduct, SignedInUser } from './accounts.ts'
import { picture } from './shared-gallery.ts'

/** Uploads real pictures in order and waits until they are processed. */
export async function uploadPhotos(daymark: RunningProduct, owner: SignedInUser, count: number): Promise<http.Image[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const file = { name: `Beach ${n}.JPG`, bytes: await picture(n), type: 'image/jpeg' }
    const { status, body } = await owner.upload<http.Image>('/api/images', file)
    if (status !== 201) throw new Error(`upload failed: ${status}`)
    ids.push(body.id)
  }
  await daymark.settle()
  return Promise.all(ids.map(async id => (await owner.get<http.Image>(`/api/images/${id}`)).body))
}

export const imageIds = async (owner: SignedInUser, query = ''): Promise<string[]> =>
  (await owner.get<http.ImageList>(`/api/images?limit=1000${query}`)).body.images.map(image => image.id)
export const createAlbum = async (
  owner: SignedInUser,
  title: string,
  images: http.Image[] = [],
): Promise<http.Album> => {
  const { body } = await owner.post<http.Album>('/api/albums', { title })
  if (images.length) await owner.post(`/api/albums/${body.id}/images`, { image_ids: images.map(image => image.id) })
  return body
}
export const createTag = async (owner: SignedInUser, label: string): Promise<http.Tag> =>
  (await owner.post<http.Tag>('/api/tags', { label })).body
