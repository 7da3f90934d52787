import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { call } from '../../../../lib/api.ts'
import { leaveVisitor, visitorKey } from '../../visitor/visitor.actions.ts'

export type Calls = ReturnType<typeof callsOf>

/** The calls for a visitor's own pick list. */
export const callsOf = (token: string) => {
  const params = { token }
  return {
    read: (since: number) => call(routes.getOwnPicks, { params, query: { since: String(since) } }),
    begin: (name: string, email: string) => call(routes.beginPicks, { params, body: { name, email: email || null } }),
    change: (since: number, changes: http.Pick[]) => call(routes.changePicks, { params, body: { since, changes } }),
    send: (since: number) => call(routes.sendPicks, { params, body: { since } }),
    key: () => visitorKey(token),
    leave: () => leaveVisitor(token),
  }
}
