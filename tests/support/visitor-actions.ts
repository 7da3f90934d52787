import { type http, PICK_LIMITS } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import type { Daymark } from './daymark.ts'
import { createLink, type createSharedGallery } from './shared-gallery.ts'

export const picksPath = (token: string, more = '') => `/api/shares/public/${token}/picks${more}`
export const visitorPath = (token: string, more: string) => `/api/shares/public/${token}/visitor${more}`

/** Fills half of the pick lists that a link can have. */
export const fillHalfOfLists = (daymark: Daymark, linkId: string) =>
  daymark.db('sharing').sql(
    `INSERT INTO pick_lists (link_id, key_hash, name, picking, created_at, changed_at)
     SELECT $1, n::text, 'Guest ' || n, false, now(), now() FROM generate_series(1, $2) AS n`,
    [linkId, PICK_LIMITS.lists / 2],
  )

let ms = 1_800_000_000_000
/** Each stamp is later than the one before. */
export const pickStamp = (device = 'aaaaaaaa') => `${ms++}-0000-${device}`

/** A visitor's choice of an image, their note on it, or both. */
export const pickOf = (image: { id: string } | undefined, choice: http.Pick['choice'], note?: string): http.Pick => ({
  image_id: image?.id ?? '',
  choice,
  choice_at: choice === 'none' && note !== undefined ? '' : pickStamp(),
  note: note ?? '',
  note_at: note === undefined ? '' : pickStamp(),
})

/** A body with the fields of every visitor route: password, visit, pick list and comment. */
export const bodyForAnyRoute = ({ token, image }: { token: string; image: { id: string } }) => ({
  password: 'x',
  token,
  event_type: 'photo_view',
  name: 'Anna',
  key: 'x',
  changes: [pickOf(image, 'picked')],
  mark: '0',
  email: 'anna@example.org',
  image_id: image.id,
  text: 'Lovely',
  resolved: true,
})

/** Opens the gallery, creates a pick list and sends it. */
export async function sendList(visitor: Visitor, token: string, picks: http.Pick[]): Promise<void> {
  await visitor.get(`/api/shares/public/${token}`)
  await visitor.post(picksPath(token), { name: 'Anna', email: 'anna@example.org' })
  await visitor.post(picksPath(token, '/changes'), { changes: picks })
  await visitor.post(picksPath(token, '/send'), {})
}

export const ANNA = { name: 'Anna', email: 'anna@example.org' }
export const commentsPath = (token: string, more = '') => `/api/shares/public/${token}/comments${more}`

/** Writes a comment of a visitor on an image. `more` has their name if they have not given it yet. */
export const writeComment = (visitor: Visitor, token: string, image: { id: string } | undefined, more: object = {}) =>
  visitor.post<http.ImageComments>(commentsPath(token), { image_id: image?.id, text: 'A little brighter?', ...more })

/** Creates a thread that the owner has answered and resolved. */
export async function createResolvedThread(
  owner: Visitor,
  visitor: Visitor,
  link: http.v1.Share | http.Share,
  image: { id: string },
) {
  await owner.patch(`/api/shares/${link.id}`, { comments: {} })
  const thread =
    (await writeComment(visitor, link.token, image, { ...ANNA, point: { x: 0.25, y: 0.5 } })).body.threads[0]?.id ?? ''
  const at = `/api/shares/${link.id}/comments/threads/${thread}`
  await owner.post(`${at}/answers`, { text: 'Done, look again' })
  await owner.post(at, { resolved: true })
  return thread
}

export const commentCounts = async (visitor: Visitor, token: string) =>
  (await visitor.get<http.GalleryComments>(commentsPath(token))).body
export const threadsOf = async (visitor: Visitor, token: string, image: { id: string } | undefined) =>
  (await visitor.get<http.ImageComments>(commentsPath(token, `/images/${image?.id}`))).body.threads

/** Actions on the comments of a gallery. */
export function commentActions(
  daymark: Daymark,
  { owner, album, image }: Awaited<ReturnType<typeof createSharedGallery>>,
) {
  const commentLink = (comments: object = {}, more: object = {}) =>
    createLink(owner, { album_id: album.id, comments, ...more })
  return {
    commentLink,
    /** Creates a link and a comment of Anna on the first image. */
    async createThread(comments: object = {}) {
      const link = await commentLink(comments)
      const anna = daymark.visitor()
      const { body } = await writeComment(anna, link.token, image, ANNA)
      return { link, token: link.token, anna, thread: body.threads[0] as http.VisitorThread }
    },
    shareComments: async (link: http.Share, query = '') =>
      (await owner.get<http.ShareComments>(`/api/shares/${link.id}/comments${query}`)).body,
    answer: (link: http.Share, thread: string | undefined, text = 'Of course') =>
      owner.post(`/api/shares/${link.id}/comments/threads/${thread}/answers`, { text }),
    setResolved: (link: http.Share, thread: string | undefined, resolved: boolean) =>
      owner.post(`/api/shares/${link.id}/comments/threads/${thread}`, { resolved }),
    openCommentCount: async (link: http.Share) =>
      (await owner.get<http.Share[]>('/api/shares')).body.find(({ id }) => id === link.id)?.open_comments,
  }
}

export const firstLookPath = (token: string) => `/api/shares/public/${token}/first-look`

/** Subscribes a visitor to the completion of a first look. */
export const subscribeTo = (visitor: Visitor, token: string, email: unknown = 'anna@example.org') =>
  visitor.post<http.ErrorAnswer>(firstLookPath(token), { email })

/** The subscribers that the owner sees. */
export const subscribersOf = async (owner: Visitor, { id }: { id: string }) =>
  (await owner.get<http.ShareFirstLook>(`/api/shares/${id}/first-look`)).body.waiting

export const completeFirstLook = (owner: Visitor, { id }: { id: string }) =>
  owner.post<http.ErrorAnswer & { notified: number; share: http.Share }>(`/api/shares/${id}/complete`)

/** A visitor sends a list and resolves a comment, and the owner completes the first look. Returns the expected webhook payloads by event. */
export async function visitAndExpectEvents(
  owner: Visitor,
  visitor: Visitor,
  { id: share_id, album_id, token }: http.Share,
  image: http.Image,
) {
  await sendList(visitor, token, [pickOf(image, 'picked')])
  const point = { x: 0.5, y: 0 }
  const [thread] = (await writeComment(visitor, token, image, { point })).body.threads
  await visitor.post(commentsPath(token, `/threads/${thread?.id}`), { resolved: true })
  await owner.patch(`/api/shares/${share_id}`, { first_look: {} })
  await owner.post(`/api/shares/${share_id}/complete`)
  const of = { share_id, album_id, image_id: image.id, by: 'visitor' }
  return {
    'selection.submitted': expect.objectContaining({ share_id, name: 'Anna', picked: 1, notes: 0 }),
    'share.completed': { id: share_id, album_id, notified: 1, completed_at: expect.any(String) },
    'comment.created': {
      ...of,
      id: thread?.comments[0]?.id,
      thread_id: thread?.id,
      name: 'Anna',
      text: 'A little brighter?',
      point,
      created_at: expect.any(String),
    },
    'comment.resolved': { ...of, id: thread?.id, resolved_at: expect.any(String) },
  }
}
