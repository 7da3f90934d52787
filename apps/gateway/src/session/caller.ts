import { type Actor, anonymous, errors, type Scope } from '@daymark/contracts'
import type { Request } from 'express'
import type { Bearer } from '../api-tokens/api-tokens.ts'
import type { Allowance } from '../api-tokens/rate-limits.ts'
import type { Session } from './sessions.ts'

/**
 * Who makes a call and how it was proved. `nobody` stands for open calls; with `share` the token of a link decides, and `actor` is
 * whoever is signed in beside it. A session has every scope that its user has a right to, so `scopes` narrows tokens only.
 */
export type Caller = {
  actor: Actor
  via: 'session' | 'token' | 'share' | 'nobody'
  scopes: readonly Scope[]
  session?: Session
  bearer?: Bearer
  /** What its token may still do. */
  allowance?: Allowance
}

/** A request after the guard let it pass. */
export type CalledRequest = Request & { caller?: Caller }

export const sessionCaller = (session: Session): Caller => ({
  actor: session.actor,
  via: 'session',
  scopes: [],
  session,
})

/** A token acts as its owner, and never as more than a user: administration is for people. */
export const tokenCaller = (bearer: Bearer, allowance?: Allowance): Caller => ({
  actor: { userId: bearer.userId, role: 'user' },
  via: 'token',
  scopes: bearer.scopes,
  bearer,
  ...(allowance && { allowance }),
})

/** A caller whom nothing is asked of; a session that happens to be there is known all the same. */
export const openCaller = (via: 'share' | 'nobody', session?: Session): Caller => ({
  actor: session?.actor ?? anonymous,
  via,
  scopes: [],
  ...(session && { session }),
})

const LONGEST_ADDRESS = 100

/** Of what the audit log keeps: who it is by name, by which token, and from where. It travels with this call alone, not with the session. */
export function audited(caller: Caller, address: string): Caller {
  const { actor: bare, session, bearer } = caller
  const name = session?.user.email
  const known = { ...(name !== undefined && { name }), ...(bearer && { token: bearer.name ?? '' }) }
  const actor = { ...bare, address: address.slice(0, LONGEST_ADDRESS), ...known }
  return { ...caller, actor, ...(session && { session: { ...session, actor } }) }
}

/** Of calls that are about the session itself. NO_SESSION for any other proof. */
export function sessionOf({ session }: Caller): Session {
  if (!session) throw errors.NO_SESSION()
  return session
}

/** Of calls that are about the token itself. TOKEN_REQUIRED for any other proof. */
export function bearerIn({ bearer }: Caller): Bearer {
  if (!bearer) throw errors.TOKEN_REQUIRED()
  return bearer
}
