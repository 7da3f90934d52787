import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/outcome.ts'

/** The fragment of a personal link, which contains the visitor's key. Browsers do not send fragments to servers. */
const PERSONAL_LINK_KEY = /^#(?:picks|comments)=([0-9A-Za-z]{32})$/
let identification: { token: string; problem: Promise<string | null> } | null = null

/**
 * Sends the key of a personal link once, so that the server identifies the visitor, and removes the key from the
 * address bar. Components that need the visitor wait for the result: null on success, or the message of the failure.
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
  failureOf(call(routes.openVisitor, { params: { token }, body: { key } }), {
    fallback: 'Your personal link could not be opened. Please try again.',
  })

/** Reads the key of the visitor's personal link, and whether the link can be sent by email. */
export const readVisitorKey = (token: string) => call(routes.getVisitorKey, { params: { token } })

/**
 * Emails the personal link. With `keepAddress` the address is stored, so that the photographer sees it and the visitor
 * gets emails about the gallery.
 */
export const mailPersonalLink = (token: string, email: string, keepAddress: boolean) =>
  failureOf(call(routes.mailVisitorLink, { params: { token }, body: { email, keep: keepAddress } }), {
    fallback: 'Your link could not be sent. Please try again.',
  })

/** Deletes the visitor's cookie in this browser. */
const leaveVisitor = (token: string) => call(routes.leaveVisitor, { params: { token } })

/** Returns the calls for the visitor's pick list. Responses contain the picks that changed after `sinceRevision`. */
export const pickCallsOf = (token: string) => {
  const params = { token }
  return {
    read: (sinceRevision: number) => call(routes.getOwnPicks, { params, query: { since: String(sinceRevision) } }),
    begin: (name: string, email: string) => call(routes.beginPicks, { params, body: { name, email: email || null } }),
    change: (sinceRevision: number, changes: http.Pick[]) =>
      call(routes.changePicks, { params, body: { since: sinceRevision, changes } }),
    send: (sinceRevision: number) => call(routes.sendPicks, { params, body: { since: sinceRevision } }),
    readKey: () => readVisitorKey(token),
    leave: () => leaveVisitor(token),
  }
}
export type PickCalls = ReturnType<typeof pickCallsOf>

/**
 * A new comment: a reply, or a new thread with or without a point on the photo. `name` and `email` are sent only with
 * the first comment of a visitor who has not entered a name yet.
 */
export type NewComment = {
  text: string
  thread_id?: string
  point?: http.CommentPoint | null
  name?: string
  email?: string | null
}

/** Returns the calls for comments of the visitor. */
export const commentCallsOf = (token: string) => {
  const params = { token }
  return {
    readCounts: () => call(routes.getGalleryComments, { params }),
    readThreads: (photoId: string) => call(routes.getImageComments, { params: { token, image: photoId } }),
    write: (photoId: string, comment: NewComment) =>
      call(routes.writeComment, { params, body: { image_id: photoId, ...comment } }),
    resolve: (threadId: string, resolved: boolean) =>
      call(routes.resolveOwnThread, { params: { token, thread: threadId }, body: { resolved } }),
    remove: (commentId: string) => call(routes.removeOwnComment, { params: { token, comment: commentId } }),
  }
}

export const readNews = (token: string): Promise<http.GalleryNews> => call(routes.getGalleryNews, { params: { token } })

/**
 * Marks photos as seen, up to `mark`: photos that were added after the response with this mark are still reported as
 * new.
 */
export const markNewsSeen = (token: string, mark: string): Promise<http.GalleryNews> =>
  call(routes.markNewsSeen, { params: { token }, body: { mark } })

/** Reads whether the server can notify visitors by email when the gallery is complete. */
export const readCanNotify = async (token: string): Promise<boolean> =>
  (await call(routes.getGalleryFirstLook, { params: { token } })).by_mail

export const subscribeToCompletion = (token: string, email: string) =>
  failureOf(call(routes.subscribeToCompletion, { params: { token }, body: { email } }))

/** Reads for which gallery and studio the token of an email can turn off emails, and which emails are off. */
export const readEmailSettings = (token: string) => call(routes.getVisitorMails, { query: { token } })

/** Turns off emails about this gallery, or about all galleries of the studio. */
export const unsubscribe = (token: string, forAllGalleries: boolean) =>
  failureOf(call(routes.stopVisitorMails, { query: { token, all: forAllGalleries } }))
