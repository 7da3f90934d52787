import { type Actor, anonymous, errors, type Scope } from '@daymark/contracts'
import type { Request } from 'express'
import type { TokenIdentity } from '../api-tokens/api-tokens.ts'
import type { Allowance } from '../api-tokens/rate-limits.ts'
import type { Session } from '../cache/caches.ts'

/**
 * The caller of a route and how it was authenticated. `open` routes need no authentication; `share` routes are authorized by the token of
 * a link, and `actor` is the signed-in user if there is one. `scopes` restrict tokens only; a session is not restricted.
 */
export type Caller = {
  actor: Actor
  via: 'session' | 'token' | 'share' | 'open'
  scopes: readonly Scope[]
  session?: Session
  apiToken?: TokenIdentity
  /** Rate limit of the token. */
  allowance?: Allowance
}

/** A request that the access guard has authorized. */
export type CalledRequest = Request & { caller?: Caller }

export const createSessionCaller = (session: Session): Caller => ({
  actor: session.actor,
  via: 'session',
  scopes: [],
  session,
})

/** A token acts for its owner with the role of a normal user: administration needs a session. */
export const createTokenCaller = (apiToken: TokenIdentity, allowance?: Allowance): Caller => ({
  actor: { userId: apiToken.userId, role: 'user' },
  via: 'token',
  scopes: apiToken.scopes,
  apiToken,
  ...(allowance && { allowance }),
})

/** A caller of a route that needs no session. If there is a session, the actor is its user. */
export const createOpenCaller = (via: 'share' | 'open', session?: Session): Caller => ({
  actor: session?.actor ?? anonymous,
  via,
  scopes: [],
  ...(session && { session }),
})

const MAX_ADDRESS_LENGTH = 100

/** Adds fields for the audit log to the actor of this call: email, name of the token, and IP address. The cached session is not changed. */
export function withAuditFields(caller: Caller, address: string): Caller {
  const { actor: actorWithoutFields, session, apiToken } = caller
  const name = session?.user.email
  const auditFields = { ...(name !== undefined && { name }), ...(apiToken && { token: apiToken.name ?? '' }) }
  const actor = { ...actorWithoutFields, address: address.slice(0, MAX_ADDRESS_LENGTH), ...auditFields }
  return { ...caller, actor, ...(session && { session: { ...session, actor } }) }
}

/** The session of the caller. Throws NO_SESSION if the call was not authenticated by a session. */
export function sessionOf({ session }: Caller): Session {
  if (!session) throw errors.NO_SESSION()
  return session
}

/** The token of the caller. Throws TOKEN_REQUIRED if the call was not authenticated by a token. */
export function apiTokenOf({ apiToken }: Caller): TokenIdentity {
  if (!apiToken) throw errors.TOKEN_REQUIRED()
  return apiToken
}
