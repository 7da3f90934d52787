import {
  type Actor,
  errors,
  identity,
  type Input,
  requireUser,
  security,
  MAX_LISTED_SESSIONS,
} from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, RpcHandlers } from '@daymark/platform'
import { Challenges } from '../challenges/challenges.ts'
import { describeDevice } from '../devices/devices.ts'
import { Passkey } from '../passkeys/passkey.entity.ts'
import { PasswordVerifier } from '../passwords/password-verifier.ts'
import { isTimeZone } from '../profile/profiles.ts'
import { SecondStep } from '../second-step/second-step.entity.ts'
import { SecondSteps } from '../second-step/second-steps.ts'
import type { User } from '../users/user.entity.ts'
import { findByUsername, lockUser } from '../users/users.ts'
import { hashToken, Session } from './session.entity.ts'
import { emitSessionsEnded, endSessions, Sessions } from './sessions.ts'

const LAST_SEEN_INTERVAL_MS = 60_000

type SessionRow = {
  id: string
  user_agent: string | null
  address: string | null
  created_at: Date
  last_seen_at: Date
  total: number
}

const SELECT_ACTIVE_SESSIONS = `
  SELECT id, user_agent, address, created_at, last_seen_at, count(*) OVER ()::int AS total FROM sessions
  WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3
  ORDER BY id = $4 DESC, last_seen_at DESC, id LIMIT ${MAX_LISTED_SESSIONS}`

type SignInInput = Input<typeof identity.openSession>

@RpcHandlers()
export class SessionHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly sessions: Sessions,
    private readonly passwordVerifier: PasswordVerifier,
    private readonly secondSteps: SecondSteps,
    private readonly challenges: Challenges,
  ) {}

  @Handles(identity.checkSession)
  async checkSession({ token, browserZone }: Input<typeof identity.checkSession>) {
    const session = await this.db
      .repository(Session)
      .findOne({ where: { tokenHash: hashToken(token) }, relations: { user: true } })
    if (!session || session.user.disabled || !this.sessions.isActive(session)) throw errors.NO_SESSION()
    await this.recordLastSeen(session)
    if (browserZone !== undefined) await this.saveBrowserZone(session, browserZone)
    return { sessionId: session.id, expiresAt: session.expiresAt.toISOString(), user: session.user.toView() }
  }

  private async saveBrowserZone({ user }: Session, zone: string): Promise<void> {
    if (zone === user.browserZone || !isTimeZone(zone)) return
    await this.db.commit(tx => tx.sql('UPDATE users SET browser_zone = $2 WHERE id = $1', [user.id, zone]))
  }

  /**
   * Saves the time of the request as the time of the last use. Writes at most once a minute, which is exact enough for the limit of unused
   * sessions.
   */
  private async recordLastSeen({ id, userId, lastSeenAt }: Session): Promise<void> {
    const now = this.clock.now()
    if (+now - +lastSeenAt < LAST_SEEN_INTERVAL_MS) return
    await this.db.commit(async tx => {
      tx.send('UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2', [id, now])
      const updateUserSql =
        'UPDATE users SET last_seen_at = $2 WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)'
      tx.send(updateUserSql, [userId, now])
    })
  }

  @Handles(identity.endOtherSessions)
  async endOtherSessions({ current }: Input<typeof identity.endOtherSessions>, actor: Actor) {
    const id = requireUser(actor)
    const user = { kind: 'user', id, name: actor.name ?? null }
    return this.db.commit(async tx => {
      const ended = await endSessions(tx, id, current)
      tx.audit(actor, 'user.signed-out-everywhere', user, { ended })
      return { ended }
    })
  }

  @Handles(identity.endOwnSession)
  async endOwnSession(input: Input<typeof identity.endOwnSession>, actor: Actor) {
    const id = parseIdOrThrow(errors.SESSION_NOT_FOUND, input.id)
    await this.db.commit(async tx => {
      const endedSessions = await tx.sql<{ id: string; user_id: string }>(
        'DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id, user_id',
        [id, requireUser(actor)],
      )
      if (!endedSessions.length) throw errors.SESSION_NOT_FOUND()
      emitSessionsEnded(tx, endedSessions)
    })
    return { success: true as const }
  }

  /** Signs out. A token without a session is not an error, because the caller is already signed out. */
  @Handles(identity.endSession)
  async endSession({ token }: Input<typeof identity.endSession>) {
    await this.db.commit(async tx => {
      const deleteSessionSql = 'DELETE FROM sessions WHERE token_hash = $1 RETURNING id, user_id'
      emitSessionsEnded(tx, await tx.sql(deleteSessionSql, [hashToken(token)]))
    })
    return { success: true as const }
  }

  /** Returns the sign-in methods that a user has in addition to the password. */
  @Handles(security.getSecurity)
  async getSecurity(_: Input<typeof security.getSecurity>, actor: Actor) {
    const userId = requireUser(actor)
    const [secondStep, codes, passkeys] = await Promise.all([
      this.db.repository(SecondStep).findOneBy({ userId }),
      this.db.sql<{ remaining: number }>('SELECT count(*)::int AS remaining FROM recovery_codes WHERE user_id = $1', [
        userId,
      ]),
      this.db.repository(Passkey).find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ])
    return {
      secondStepSince: secondStep?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: codes[0]?.remaining ?? 0,
      passkeys: passkeys.map(passkey => passkey.toView()),
    }
  }

  @Handles(identity.listSessions)
  async listSessions({ current }: Input<typeof identity.listSessions>, actor: Actor) {
    const now = this.clock.now()
    const rows = await this.db.sql<SessionRow>(SELECT_ACTIVE_SESSIONS, [
      requireUser(actor),
      now,
      this.sessions.oldestActiveTime(now),
      current,
    ])
    const sessions = rows.map(row => ({
      id: row.id,
      device: describeDevice(row.user_agent),
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.id === current,
    }))
    return { sessions, total: rows[0]?.total ?? 0 }
  }

  /**
   * Signs in with a password. The response and the response time are the same for an unknown user, a wrong password and a suspended account
   * (rule 30).
   */
  @Handles(identity.openSession)
  async openSession(input: SignInInput) {
    const user = await this.verifyPassword(input)
    return this.db.commit(async tx => {
      const lockedUser = await lockUser(tx, user.id)
      // rejects a sign-in if the password was changed while the old one was being verified, because the change ended all sessions of the
      // old password
      if (lockedUser?.passwordHash !== user.passwordHash || lockedUser.isBlocked) throw errors.LOGIN_FAILED()
      await this.passwordVerifier.acceptPassword(tx, user.id, input.address)
      if (await this.secondSteps.isOn(tx.em, user.id)) throw this.secondSteps.codeRequiredError(lockedUser)
      if (lockedUser.isDeletionRequestedByOwner) throw this.challenges.accountDeletingError(lockedUser, 'password')
      return this.sessions.signIn(tx, lockedUser, input, 'password')
    })
  }

  private async verifyPassword({ username, password, address }: SignInInput): Promise<User> {
    const user = await findByUsername(this.db.em, username.trim())
    const account = user?.id ?? username
    const isCorrect = await this.passwordVerifier.isCorrect({
      account,
      password,
      storedHash: user?.passwordHash,
      address,
    })
    if (!user || !isCorrect || user.isBlocked)
      throw await this.passwordVerifier.countFailure(account, address, errors.LOGIN_FAILED())
    return user
  }
}
