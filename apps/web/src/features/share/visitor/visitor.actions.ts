import * as routes from '@daymark/contracts/routes'
import { ApiError, call } from '../../../lib/api.ts'

/** Her key stands behind the #, which no server and no log sees; it does not stay in the address. */
const KEY = /^#(?:picks|comments)=([0-9A-Za-z]{32})$/
let opened: { token: string; problem: Promise<string | null> } | null = null

/** Who comes by a personal link is known from then on. Asked by whatever knows visitors by name; answers why it did not work. */
export function openedVisitor(token: string): Promise<string | null> {
  const key = KEY.exec(location.hash)?.[1]
  if (key) {
    history.replaceState(history.state, '', location.pathname + location.search)
    opened = { token, problem: open(token, key) }
  }
  return opened?.token === token ? opened.problem : Promise.resolve(null)
}

async function open(token: string, key: string): Promise<string | null> {
  try {
    await call(routes.openVisitor, { params: { token }, body: { key } })
    return null
  } catch (reason) {
    return (
      (reason instanceof ApiError && reason.sentence) || 'Your personal link could not be opened. Please try again.'
    )
  }
}

/** What opens her list and her comments on another device, and whether it can come by mail. */
export const visitorKey = (token: string) => call(routes.getVisitorKey, { params: { token } })
/** Returns null when it was sent, or the sentence that says why not. */
export async function mailLink(token: string, email: string, keep: boolean): Promise<string | null> {
  try {
    await call(routes.mailVisitorLink, { params: { token }, body: { email, keep } })
    return null
  } catch (reason) {
    return (reason instanceof ApiError && reason.sentence) || 'Your link could not be sent. Please try again.'
  }
}
/** Forgets the visitor in this browser. */
export const leaveVisitor = (token: string) => call(routes.leaveVisitor, { params: { token } })
