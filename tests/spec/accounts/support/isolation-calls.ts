import { randomUUID } from 'node:crypto'
import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import type { Daymark, SignedInUser } from '../../../support/daymark.ts'
import { createUploadLink, nameGuest, sendPicture } from '../../../support/guests.ts'
import { picksPath, writeComment } from '../../../support/visitor-actions.ts'

/** `trashed`: the file name of a photo in the trash. */
export type Ids = VisitorContent &
  Record<Name | 'waiting' | 'preset' | 'passkey' | 'session' | 'token' | 'user', string>
type Name =
  'photo' | 'filename' | 'trashed' | 'album' | 'section' | 'tag' | 'share' | 'selection' | 'uploadLink' | 'received'

/** Valid ids that no account has. */
export const unknownIds = (): Ids => {
  const id = () => randomUUID()
  return {
    photo: id(),
    filename: `Beach-0-${id().slice(0, 8)}.jpg`,
    trashed: `Beach-2-${id().slice(0, 8)}.jpg`,
    album: id(),
    section: id(),
    tag: id(),
    share: id(),
    selection: id(),
    preset: id(),
    uploadLink: id(),
    received: id(),
    pickList: id(),
    thread: id(),
    comment: id(),
    waiting: id(),
    passkey: id(),
    session: id(),
    token: id(),
    user: id(),
  }
}
/** Values that cannot be ids. */
export const malformedIds: Ids = {
  photo: 'x',
  filename: 'x',
  trashed: 'x',
  album: '0',
  section: 'x',
  tag: '%27',
  share: '-',
  selection: '-',
  pickList: '-',
  thread: '-',
  comment: '-',
  waiting: '-',
  preset: '-',
  uploadLink: '-',
  received: '-',
  passkey: '1',
  session: '1',
  token: 'dm_',
  user: 'null',
}

/** `mine`: ids of the caller; `other`: ids in the request. */
export type Call = [route: string, request: (mine: Ids, other: Ids) => [path: string, body?: object]]

/** Calls about the file of a photo and its earlier version. */
export const fileCalls = (images: string) =>
  [
    ['POST', 'file'],
    ['GET', 'earlier'],
    ['POST', 'earlier/restore'],
    ['DELETE', 'earlier'],
  ].map(([method, what]): [string, (mine: object, other: { photo: string }) => [string]] => [
    `${method} ${images}/:id/${what}`,
    (_, { photo }) => [`${images}/${photo}/${what}`],
  ])

/** Calls about a first look and its subscribers. */
export const firstLookCalls: Call[] = [
  ['GET /api/shares/:id/first-look', (_, { share }) => [`/api/shares/${share}/first-look`]],
  [
    'DELETE /api/shares/:id/first-look/:waiting',
    (_, { share, waiting }) => [`/api/shares/${share}/first-look/${waiting}`],
  ],
  ['POST /api/shares/:id/complete', (_, { share }) => [`/api/shares/${share}/complete`]],
]

/** Subscribes an address to a first look, also without a mail server. */
export async function subscribeAddress(daymark: Daymark, share: string, email = 'anna@example.org'): Promise<string> {
  const db = daymark.db('sharing')
  await db.sql(`UPDATE links SET first_look = '{"expected": null, "note": ""}' WHERE id = $1`, [share])
  const [row] = await db.sql<{ id: string }>(
    `INSERT INTO first_look_subscribers (link_id, email, created_at) VALUES ($1, $2, now()) RETURNING id`,
    [share, email],
  )
  return row?.id ?? ''
}

/** Calls about sections and the order by capture time, once per id in the request. */
export const sectionCalls: Call[] = [
  ['POST /api/albums/:id/sections', (_, { album }) => [`/api/albums/${album}/sections`, { name: 'Taken' }]],
  ['POST /api/albums/:id/sections', ({ album }, { photo }) => [`/api/albums/${album}/sections`, { name: 'Taken', before_image_id: photo }]], // prettier-ignore
  ['PATCH /api/albums/:id/sections/:sectionId', (_, { album, section }) => [`/api/albums/${album}/sections/${section}`, { name: 'Taken' }]], // prettier-ignore
  ['PATCH /api/albums/:id/sections/:sectionId', ({ album }, { section }) => [`/api/albums/${album}/sections/${section}`, { name: 'Taken' }]], // prettier-ignore
  [
    'DELETE /api/albums/:id/sections/:sectionId',
    (_, { album, section }) => [`/api/albums/${album}/sections/${section}`],
  ],
  [
    'DELETE /api/albums/:id/sections/:sectionId',
    ({ album }, { section }) => [`/api/albums/${album}/sections/${section}`],
  ],
  ['POST /api/albums/:id/sections/images', ({ photo }, { album, section }) => [`/api/albums/${album}/sections/images`, { image_ids: [photo], section_id: section }]], // prettier-ignore
  ['POST /api/albums/:id/sections/images', ({ album, photo }, { section }) => [`/api/albums/${album}/sections/images`, { image_ids: [photo], section_id: section }]], // prettier-ignore
  ['POST /api/albums/:id/sections/images', ({ album }, { photo }) => [`/api/albums/${album}/sections/images`, { image_ids: [photo], section_id: null }]], // prettier-ignore
  ['GET /api/albums/:id/capture-order', (_, { album }) => [`/api/albums/${album}/capture-order`]],
  ['PATCH /api/albums/:id/capture-order', (_, { album }) => [`/api/albums/${album}/capture-order`, { keep: true }]],
]
export const v1SectionCalls: Call[] = [
  ['POST /v1/albums/:id/sections', (_, { album }) => [`/v1/albums/${album}/sections`, { name: 'Taken' }]],
  ['PATCH /v1/albums/:id/sections/:sectionId', (_, { album, section }) => [`/v1/albums/${album}/sections/${section}`, { name: 'Taken' }]], // prettier-ignore
  ['DELETE /v1/albums/:id/sections/:sectionId', (_, { album, section }) => [`/v1/albums/${album}/sections/${section}`]],
  ['POST /v1/albums/:id/sections/images', (mine, { photo }) => [`/v1/albums/${mine.album}/sections/images`, { image_ids: [photo], section_id: null }]], // prettier-ignore
  ['GET /v1/albums/:id/capture-order', (_, { album }) => [`/v1/albums/${album}/capture-order`]],
  ['PATCH /v1/albums/:id/capture-order', (_, { album }) => [`/v1/albums/${album}/capture-order`, { keep: true }]],
]

export async function sectionIn(user: SignedInUser, album: string): Promise<string> {
  const { body } = await user.post<http.Album>(`/api/albums/${album}/sections`, { name: 'Ceremony' })
  return body.sections[0]?.id ?? ''
}

/** Calls about upload links and received photos, once per id in the request. */
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
export const v1UploadCalls: Call[] = [
  ['GET /v1/albums/:id/upload-links', (_, { album }) => [`/v1/albums/${album}/upload-links`]],
  ['POST /v1/albums/:id/upload-links', (_, { album }) => [`/v1/albums/${album}/upload-links`, { title: 'Taken' }]],
  ['GET /v1/upload-links/:id', (_, { uploadLink: link }) => [`/v1/upload-links/${link}`]],
  ['POST /v1/upload-links/:id/revoke', (_, { uploadLink: link }) => [`/v1/upload-links/${link}/revoke`]],
  ['GET /v1/albums/:id/received', (_, { album }) => [`/v1/albums/${album}/received`]],
  ['POST /v1/albums/:id/received/accept', (_, { album }) => [`/v1/albums/${album}/received/accept`]],
  ['POST /v1/albums/:id/received/refuse', (_, { album }) => [`/v1/albums/${album}/received/refuse`]],
]

/** Creates an upload link and a photo that a guest sent with it. */
export async function uploadIn(guest: Visitor, user: SignedInUser, album: string) {
  const { id, token } = await createUploadLink(user, album)
  const { id: received } = await sendPicture(await nameGuest(guest, token), token, 7)
  return { uploadLink: id, received }
}

/** The pick list and the comment of a visitor. */
type VisitorContent = { pickList: string; thread: string; comment: string }

export async function leaveVisitorContent(
  anna: Visitor,
  owner: Visitor,
  share: string,
  image: http.Image,
): Promise<VisitorContent> {
  const { body } = await owner.patch<http.Share>(`/api/shares/${share}`, { picks: {}, comments: {} })
  await anna.post(picksPath(body.token), { name: 'Anna' })
  const [thread] = (await writeComment(anna, body.token, image)).body.threads
  const { lists } = (await owner.get<http.SharePicks>(`/api/shares/${share}/picks`)).body
  return { pickList: lists[0]?.id ?? '', thread: thread?.id ?? '', comment: thread?.comments[0]?.id ?? '' }
}
