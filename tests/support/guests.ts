import { createHash } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import type { RunningProduct, SignedInUser } from './accounts.ts'
import { createAlbum, uploadPhotos } from './photos.ts'
import { picture } from './shared-gallery.ts'

type Sent = http.SentFile & http.ErrorAnswer
export const guestPath = (token: string, more = '') => `/api/upload-links/public/${token}${more}`

/** Creates a link with which guests upload photos to an album. */
export async function createUploadLink(owner: Visitor, albumId: string, body: object = {}): Promise<http.UploadLink> {
  const asked = { title: 'Your photos', ...body }
  const answer = await owner.post<http.UploadLink>(`/api/albums/${albumId}/upload-links`, asked)
  if (answer.status !== 201) throw new Error(`no upload link: ${answer.status} ${answer.bytes.toString()}`)
  return answer.body
}
/** Gives the guest a name. */
export async function nameGuest<T extends Visitor>(guest: T, token: string, name = 'Anna'): Promise<T> {
  const { status, bytes } = await guest.post(guestPath(token, '/guest'), { name })
  if (status !== 200) throw new Error(`no guest: ${status} ${bytes.toString()}`)
  return guest
}
type File = { name?: string; bytes: Buffer; headers?: Record<string, string> }
export const sendFile = (guest: Visitor, token: string, { name = 'party.jpg', bytes, headers = {} }: File) =>
  guest.upload<Sent>(guestPath(token, '/files'), { name, bytes, type: 'image/jpeg' }, { headers })
/** Uploads a small picture that is different for each `n`. */
export const sendPicture = async (guest: Visitor, token: string, n: number): Promise<http.SentFile> => {
  const { status, body, bytes } = await sendFile(guest, token, { name: `party ${n}.jpg`, bytes: await picture(n) })
  if (status !== 201) throw new Error(`not sent: ${status} ${bytes.toString()}`)
  return body
}
export const filesSentBy = async (guest: Visitor, token: string) =>
  (await guest.get<{ files: http.SentFile[] }>(guestPath(token, '/files'))).body.files

type Received = {
  guests: { id: string; name: string; waiting_count: number }[]
  images: http.ReceivedImage[]
  last_id: string | null
  total: number
}
export const receivedPath = (albumId: string, more = '') => `/api/albums/${albumId}/received${more}`
export const receivedPhotos = async (owner: Visitor, albumId: string, query = '') =>
  (await owner.get<Received>(receivedPath(albumId, query))).body
type Decided = { accepted: number; refused: number; left: number }
export const decideReceived = (owner: Visitor, albumId: string, how: 'accept' | 'refuse', which: object = {}) =>
  owner.post<Decided>(receivedPath(albumId, `/${how}`), { ...which })
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Creates an owner with an album of one photo and an upload link, and a guest with a name. */
export async function createGuestUpload(daymark: RunningProduct, settings: object = {}, owner?: SignedInUser) {
  const uploadOwner = owner ?? (await daymark.createUser({ displayName: 'Ada Lens' }))
  const [first] = await uploadPhotos(daymark, uploadOwner, 1)
  if (!first) throw new Error('nothing was uploaded')
  const album = await createAlbum(uploadOwner, 'Wedding', [first])
  const link = await createUploadLink(uploadOwner, album.id, settings)
  const guest = await nameGuest(daymark.visitor(), link.token)
  return { owner: uploadOwner, album, link, token: link.token, guest, first }
}
