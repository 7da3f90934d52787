import type { http } from '@daymark/contracts'
import type { SignedInUser } from '../../../support/accounts.ts'

type Ids = { photo: string; album: string; section: string }
type Call = [route: string, (mine: Ids, other: Ids) => [path: string, body?: object]]

/** Every call about sections and the order by time, once per name; `mine` is what the caller has, `other` what it names. */
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
/** The same by token. */
export const v1SectionCalls: Call[] = [
  ['POST /v1/albums/:id/sections', (_, { album }) => [`/v1/albums/${album}/sections`, { name: 'Taken' }]],
  ['PATCH /v1/albums/:id/sections/:sectionId', (_, { album, section }) => [`/v1/albums/${album}/sections/${section}`, { name: 'Taken' }]], // prettier-ignore
  ['DELETE /v1/albums/:id/sections/:sectionId', (_, { album, section }) => [`/v1/albums/${album}/sections/${section}`]],
  ['POST /v1/albums/:id/sections/images', (mine, { photo }) => [`/v1/albums/${mine.album}/sections/images`, { image_ids: [photo], section_id: null }]], // prettier-ignore
  ['GET /v1/albums/:id/capture-order', (_, { album }) => [`/v1/albums/${album}/capture-order`]],
  ['PATCH /v1/albums/:id/capture-order', (_, { album }) => [`/v1/albums/${album}/capture-order`, { keep: true }]],
]

export async function sectionIn(member: SignedInUser, album: string): Promise<string> {
  const { body } = await member.post<http.Album>(`/api/albums/${album}/sections`, { name: 'Ceremony' })
  return body.sections[0]?.id ?? ''
}
