import { sessionEnded, userSignedIn, type Output, type identity, HOUR_MS } from '@daymark/contracts'
import { Clock, randomToken, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { IdentityConfig } from '../config.ts'
import { Devices, type SignInClient } from '../devices/devices.ts'
import { actorOf, auditTargetOf } from '../users/users.ts'
import type { User } from '../users/user.entity.ts'
import { hashToken, Session } from './session.entity.ts'

export type SignedInBy = 'password' | 'password and code' | 'passkey'
type OpenedSession = Output<typeof identity.openSession>

@Injectable()
export class Sessions {
  constructor(
    private readonly clock: Clock,
    private readonly config: IdentityConfig,
    private readonly devices: Devices,
  ) {}

  /**
   * Opens a session and records the sign-in: in the user, the known devices and the audit log. Returns the token of the session and the
   * value of the device cookie.
   */
  async signIn(tx: Tx, user: User, client: SignInClient, signedInBy: SignedInBy): Promise<OpenedSession> {
    user.lastLogin = this.clock.now()
    user.lastSeenAt = user.lastLogin
    await tx.em.save(user)
    const openedSession = await this.open(tx, user, client)
    const device = await this.devices.record(tx, user, client)
    tx.emit(userSignedIn, user.id, { userId: user.id, sessionId: openedSession.sessionId })
    const actor = actorOf(user, client.address)
    tx.audit(actor, 'user.signed-in', auditTargetOf(user), { by: signedInBy })
    return { ...openedSession, ...(device !== undefined && { device }) }
  }

  /** Opens a session with a new token and returns the token. Only a digest of the token is stored. */
  async open(tx: Tx, user: User, { userAgent, address }: SignInClient): Promise<OpenedSession> {
    const token = randomToken()
    const now = this.clock.now()
    const expiresAt = new Date(+now + this.config.sessionMaxDays * 24 * HOUR_MS)
    const session = tx.em.create(Session, {
      userId: user.id,
      tokenHash: hashToken(token),
      userAgent: userAgent ?? null,
      address: address ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    })
    await tx.em.insert(Session, session)
    return { token, sessionId: session.id, expiresAt: expiresAt.toISOString(), user: user.toView() }
  }

  isActive(session: Session): boolean {
    const now = this.clock.now()
    return session.expiresAt > now && session.lastSeenAt > this.oldestActiveTime(now)
  }

  /** Returns the limit for unused sessions: a session that was last used at this time or earlier counts as ended. */
  oldestActiveTime(now: Date): Date {
    return new Date(+now - this.config.sessionIdleHours * HOUR_MS)
  }
}

type EndedSession = { id: string; user_id: string }

/** Ends all sessions of a user, except `exceptSessionId` if given. Returns the number of ended sessions. */
export async function endSessions(tx: Tx, userId: string, exceptSessionId: string | null = null): Promise<number> {
  const endedSessions = await tx.sql<EndedSession>(
    'DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid RETURNING id, user_id',
    [userId, exceptSessionId],
  )
  emitSessionsEnded(tx, endedSessions)
  return endedSessions.length
}

/** Publishes which sessions ended, so that caches remove them. */
export function emitSessionsEnded(tx: Tx, endedSessions: EndedSession[]): void {
  for (const [userId, sessions] of Map.groupBy(endedSessions, row => row.user_id))
    tx.emit(sessionEnded, userId, { userId, sessionIds: sessions.map(({ id }) => id) })
}
