import type { Visitor } from '@daymark/testing/outside'
import { nameGuest, sendPicture, createUploadLink } from '../../../support/guests.ts'
import type { SignedInUser } from '../../../support/accounts.ts'

type Ids = { album: string; uploadLink: string; received: string; section: string }
type Call = [route: string, (mine: Ids, other: Ids) => [path: string, body?: object]]

/** Every call about upload links and what came through them, once per name. */
export const uploadCalls: Call[] = [
  ['GET /media/received/:id/:file', (_, { received }) => [`/media/received/${received}/sm.jpg`]],
  ['GET /api/albums/:id/upload-links', (_, { album }) => [`/api/albums/${album}/upload-links`]],
  ['POST /api/albums/:id/upload-links', (_, { album }) => [`/api/albums/${album}/upload-links`, { title: 'Taken' }]],
  ['POST /api/albums/:id/upload-links', ({ album }, { section }) => [`/api/albums/${album}/upload-links`, { title: 'x', section_id: section }]], // prettier-ignore
  ['GET /api/upload-links/:id', (_, { uploadLink: link }) => [`/api/upload-links/${link}`]],
  ['PATCH /api/upload-links/:id', (_, { uploadLink: link }) => [`/api/upload-links/${link}`, { approve: false }]],
  ['POST /api/upload-links/:id/revoke', (_, { uploadLink: link }) => [`/api/upload-links/${link}/revoke`]],
  ['POST /api/upload-links/:id/reinstate', (_, { uploadLink: link }) => [`/api/upload-links/${link}/reinstate`]],
  ['DELETE /api/upload-links/:id', (_, { uploadLink: link }) => [`/api/upload-links/${link}`]],
  ['GET /api/albums/:id/received', (_, { album }) => [`/api/albums/${album}/received`]],
  ['POST /api/albums/:id/received/accept', (_, { album }) => [`/api/albums/${album}/received/accept`]],
  ['POST /api/albums/:id/received/accept', ({ album }, { received }) => [`/api/albums/${album}/received/accept`, { image_ids: [received] }]], // prettier-ignore
  ['POST /api/albums/:id/received/refuse', (_, { album }) => [`/api/albums/${album}/received/refuse`]],
  ['POST /api/albums/:id/received/refuse', ({ album }, { received }) => [`/api/albums/${album}/received/refuse`, { image_ids: [received] }]], // prettier-ignore
]
/** The same by token. */
export const v1UploadCalls: Call[] = [
  ['GET /v1/albums/:id/upload-links', (_, { album }) => [`/v1/albums/${album}/upload-links`]],
  ['POST /v1/albums/:id/upload-links', (_, { album }) => [`/v1/albums/${album}/upload-links`, { title: 'Taken' }]],
  ['GET /v1/upload-links/:id', (_, { uploadLink: link }) => [`/v1/upload-links/${link}`]],
  ['POST /v1/upload-links/:id/revoke', (_, { uploadLink: link }) => [`/v1/upload-links/${link}/revoke`]],
  ['GET /v1/albums/:id/received', (_, { album }) => [`/v1/albums/${album}/received`]],
  ['POST /v1/albums/:id/received/accept', (_, { album }) => [`/v1/albums/${album}/received/accept`]],
  ['POST /v1/albums/:id/received/refuse', (_, { album }) => [`/v1/albums/${album}/received/refuse`]],
]

/** A link of theirs, and what a guest sent through it. */
export async function uploadIn(guest: Visitor, member: SignedInUser, album: string) {
  const { id, token } = await createUploadLink(member, album)
  const { id: received } = await sendPicture(await nameGuest(guest, token), token, 7)
  return { uploadLink: id, received }
}
