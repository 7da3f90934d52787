import type { http } from '@daymark/contracts'
import type { Visitor } from '@daymark/testing/outside'
import type { Daymark } from './daymark.ts'
import { createLink, type createSharedGallery } from './shared-gallery.ts'

export const ANNA = { name: 'Anna', email: 'anna@example.org' }
export const commentsPath = (token: string, more = '') => `/api/shares/public/${token}/comments${more}`

/** What a visitor writes about an image, with her name where she has not said it. */
export const writeComment = (visitor: Visitor, token: string, image: { id: string } | undefined, more: object = {}) =>
  visitor.post<http.ImageComments>(commentsPath(token), { image_id: image?.id, text: 'A little brighter?', ...more })

/** From opening the gallery to a thread that the owner answered and resolved. */
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

/** An owner whose visitors comment, and what she reads and does. */
export function commentActions(daymark: Daymark, { owner, album, image }: Awaited<ReturnType<typeof createSharedGallery>>) {
  const commentLink = (comments: object = {}, more: object = {}) =>
    createLink(owner, { album_id: album.id, comments, ...more })
  return {
    commentLink,
    /** Anna wrote about the first image. */
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
