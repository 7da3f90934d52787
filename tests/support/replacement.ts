import type { http } from '@daymark/contracts'
import { openDriver } from '@daymark/storage'
import type { RunningProduct, SignedInUser } from './accounts.ts'
import { picture } from './shared-gallery.ts'

type File = { name?: string; bytes: Buffer }
/** Uploads a new file for an existing photo. */
export const replaceFile = (owner: SignedInUser, id: string, { name = 'retouched.jpg', bytes }: File, headers = {}) =>
  owner.upload<http.ReplacedImage & http.ErrorAnswer>(
    `/api/images/${id}/file`,
    { name, bytes, type: 'image/jpeg' },
    { headers },
  )
/** Replaces the file and returns the photo after processing. */
export async function replaceAndSettle(daymark: RunningProduct, owner: SignedInUser, id: string): Promise<http.Image> {
  await replaceFile(owner, id, { bytes: await picture(60) })
  await daymark.settle()
  return imageOf(owner, id)
}
export const earlierVersion = (owner: SignedInUser, id: string) =>
  owner.get<http.EarlierVersion>(`/api/images/${id}/earlier`)
export const restoreEarlier = (owner: SignedInUser, id: string) =>
  owner.post<http.Image>(`/api/images/${id}/earlier/restore`, {})

export const imageOf = async (owner: SignedInUser, id: string) =>
  (await owner.get<http.Image>(`/api/images/${id}`)).body
export const originalOf = async (owner: SignedInUser, { filename }: http.Image) =>
  (await owner.get(`/media/originals/${filename}`)).bytes
export const storageUsedBy = async (owner: SignedInUser) =>
  (await owner.get<http.Account>('/api/auth/me')).body.storage_used

/** All photo keys in the store, except these. */
export async function keysIn(dir: string, without: string[] = []): Promise<string[]> {
  const found: string[] = []
  const store = openDriver({ dir })
  for (const kind of ['originals/', 'variants/', 'watermark/'])
    for await (const { key } of store.list(kind)) if (!without.includes(key)) found.push(key)
  return found
}
