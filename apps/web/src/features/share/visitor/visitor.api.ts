import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'

/** The key is in the fragment, which no server and no log receives; it is removed from the address. */
const PERSONAL_LINK_KEY = /^#(?:picks|comments)=([0-9A-Za-z]{32})$/
let identification: { token: string; problem: Promise<string | null> } | null = null

/**
 * A personal link identifies the visitor. Every component that needs the visitor waits for this; the key is sent once.
 * Returns the message that explains the failure, if any.
 */
export function identifyVisitor(token: string): Promise<string | null> {
  const key = PERSONAL_LINK_KEY.exec(location.hash)?.[1]
  if (key) {
    history.replaceState(history.state, '', location.pathname + location.search)
    identification = { token, problem: sendPersonalKey(token, key) }
  }
  return identification?.token === token ? identification.problem : Promise.resolve(null)
}

const sendPersonalKey = (token: string, key: string) =>
  failureOf(
    call(routes.openVisitor, { params: { token }, body: { key } }),
    'Your personal link could not be opened. Please try again.',
  )

/** The key of the visitor's personal link, and whether the link can be sent by email. */
export const readVisitorKey = (token: string) => call(routes.getVisitorKey, { params: { token } })

/** `keep`: the photographer sees the address, and the visitor gets emails about the gallery. */
export const mailPersonalLink = (token: string, email: string, keep: boolean) =>
  failureOf(
    call(routes.mailVisitorLink, { params: { token }, body: { email, keep } }),
    'Your link could not be sent. Please try again.',
  )

/** Signs the visitor out in this browser. */
const leaveVisitor = (token: string) => call(routes.leaveVisitor, { params: { token } })

/** The calls for a visitor's own pick list. */
export const pickCallsOf = (token: string) => {
  const params = { token }
  return {
    read: (since: number) => call(routes.getOwnPicks, { params, query: { since: String(since) } }),
    begin: (name: string, email: string) => call(routes.beginPicks, { params, body: { name, email: email || null } }),
    change: (since: number, changes: http.Pick[]) => call(routes.changePicks, { params, body: { since, changes } }),
    send: (since: number) => call(routes.sendPicks, { params, body: { since } }),
    readKey: () => readVisitorKey(token),
    leave: () => leaveVisitor(token),
  }
}
export type PickCalls = ReturnType<typeof pickCallsOf>

/** A new thread, with or without a point on the photo, or a reply. The name is sent until the visitor has one. */
export type NewComment = {
  text: string
  thread_id?: string
  point?: http.CommentPoint | null
  name?: string
  email?: string | null
}

/** The comment calls of a visitor. */
export const commentCallsOf = (token: string) => {
  const params = { token }
  return {
    readCounts: () => call(routes.getGalleryComments, { params }),
    readThreads: (image: string) => call(routes.getImageComments, { params: { token, image } }),
    write: (image: string, comment: NewComment) =>
      call(routes.writeComment, { params, body: { image_id: image, ...comment } }),
    resolve: (thread: string, resolved: boolean) =>
      call(routes.resolveOwnThread, { params: { token, thread }, body: { resolved } }),
    remove: (comment: string) => call(routes.removeOwnComment, { params: { token, comment } }),
  }
}

export const readNews = (token: string): Promise<http.GalleryNews> => call(routes.getGalleryNews, { params: { token } })

/** `mark` limits this to the photos that the visitor was shown: photos added later are still reported as new. */
export const markNewsSeen = (token: string, mark: string): Promise<http.GalleryNews> =>
  call(routes.markNewsSeen, { params: { token }, body: { mark } })

/** Whether the server can notify visitors by email when the gallery is complete. */
export const readCanNotify = async (token: string): Promise<boolean> =>
  (await call(routes.getGalleryFirstLook, { params: { token } })).by_mail

export const subscribeToCompletion = (token: string, email: string) =>
  failureOf(call(routes.subscribeToCompletion, { params: { token }, body: { email } }))

/** The gallery and studio whose emails the token can turn off. */
export const readEmailSettings = (token: string) => call(routes.getVisitorMails, { query: { token } })

/** `all`: for all galleries of the studio, not only this one. */
export const unsubscribe = (token: string, all: boolean) =>
  failureOf(call(routes.stopVisitorMails, { query: { token, all } }))
