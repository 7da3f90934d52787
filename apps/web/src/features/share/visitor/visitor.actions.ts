import * as routes from '@daymark/contracts/routes'
import { call, messageOf } from '../../../lib/api.ts'

/** The key is in the fragment, which no server and no log receives; it is removed from the address. */
const KEY = /^#(?:picks|comments)=([0-9A-Za-z]{32})$/
let opened: { token: string; problem: Promise<string | null> } | null = null

/** A personal link identifies the visitor. Requested by every component that needs visitor names; returns the failure, if any. */
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
    return messageOf(reason, 'Your personal link could not be opened. Please try again.')
  }
}

/** The link that opens the visitor's list and comments on another device, and whether it can be sent by email. */
export const visitorKey = (token: string) => call(routes.getVisitorKey, { params: { token } })
/** Returns null when it was sent, or the message that explains the failure. */
export async function mailLink(token: string, email: string, keep: boolean): Promise<string | null> {
  try {
    await call(routes.mailVisitorLink, { params: { token }, body: { email, keep } })
    return null
  } catch (reason) {
    return messageOf(reason, 'Your link could not be sent. Please try again.')
  }
}
/** Forgets the visitor in this browser. */
export const leaveVisitor = (token: string) => call(routes.leaveVisitor, { params: { token } })
