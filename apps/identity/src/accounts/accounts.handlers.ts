import {
  accounts,
  type Actor,
  errors,
  identity,
  type Input,
  MAX_LISTED_SESSIONS,
  trimVisibleText,
} from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, RpcHandlers } from '@daymark/platform'
import { IdentityConfig } from '../config.ts'
import { describeDevice } from '../devices/devices.ts'
import { endSessions, Sessions } from '../sessions/sessions.ts'
import { User } from '../users/user.entity.ts'
import { publishUserAccess, auditTargetOf } from '../users/users.ts'
import { Accounts, deletionDateFrom } from './accounts.ts'

type SessionRow = { id: string; userAgent: string | null; address: string | null; createdAt: Date; lastSeenAt: Date }

const SELECT_ACTIVE_SESSIONS = `
  SELECT id, user_agent AS "userAgent", address, created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM sessions
  WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, id LIMIT ${MAX_LISTED_SESSIONS}`
const SELECT_SIGN_IN_METHODS = `
  SELECT EXISTS (SELECT FROM totp_keys WHERE user_id = $1) AS "secondStep",
         (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys`

@RpcHandlers()
export class AccountHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly config: IdentityConfig,
  ) {}

  @Handles(accounts.endSessions)
  async endSessions({ id }: Input<typeof accounts.endSessions>, actor: Actor) {
    let ended = 0
    await this.accounts.change(actor, id, async (tx, user) => {
      ended = await endSessions(tx, user.id)
      tx.audit(actor, 'user.signed-out-everywhere', auditTargetOf(user), { sessions: ended })
    })
    return { ended }
  }

  @Handles(accounts.get)
  async getAccount(input: Input<typeof accounts.get>) {
    const id = parseIdOrThrow(errors.USER_NOT_FOUND, input.id)
    const now = this.clock.now()
    const [user, sessions, [signInMethods]] = await Promise.all([
      this.db.repository(User).findOneBy({ id }),
      this.db.sql<SessionRow>(SELECT_ACTIVE_SESSIONS, [id, now, this.sessions.oldestActiveTime(now)]),
      this.db.sql<{ secondStep: boolean; passkeys: number }>(SELECT_SIGN_IN_METHODS, [id]),
    ])
    if (!user) throw errors.USER_NOT_FOUND()
    return {
      account: user.toAccountView(),
      sessions: sessions.map(({ userAgent, ...session }) => ({
        ...session,
        device: describeDevice(userAgent),
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
      })),
      secondStep: signInMethods?.secondStep ?? false,
      passkeys: signInMethods?.passkeys ?? 0,
    }
  }

  /**
   * Records the export of accounts in the audit log; the gateway calls this handler before it starts the export. The audit entry contains
   * the filters and whether there was a search text, but no exported accounts.
   */
  @Handles(accounts.recordExport)
  async recordExport({ role, tier, state, search }: Input<typeof accounts.recordExport>, actor: Actor) {
    const usedFilters = Object.entries({ role, tier, state }).filter(entry => entry[1] !== undefined)
    const details = { ...Object.fromEntries(usedFilters), ...(search && { searched: true }) }
    await this.db.commit(async tx => {
      tx.audit(actor, 'users.exported', null, details)
    })
    return { success: true as const }
  }

  @Handles(accounts.reactivate)
  reactivateAccount({ id }: Input<typeof accounts.reactivate>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      if (!user.disabled) return
      const { state } = user
      user.reactivate()
      await publishUserAccess(tx, user)
      tx.audit(actor, 'user.reactivated', auditTargetOf(user), { was: state })
    })
  }

  /**
   * Schedules the deletion of an account by an administrator; a repeated request keeps the first date. If the owner had requested the
   * deletion, the owner can no longer cancel it.
   */
  @Handles(accounts.scheduleDeletion)
  scheduleDeletion({ id }: Input<typeof accounts.scheduleDeletion>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      if (user.deletionDueAt && !user.isDeletionRequestedByOwner) return
      user.scheduleDeletion(deletionDateFrom(this.clock.now(), this.config))
      await endSessions(tx, user.id)
      await publishUserAccess(tx, user)
      tx.audit(actor, 'user.deletion-scheduled', auditTargetOf(user), {
        due: user.deletionDueAt?.toISOString() ?? null,
      })
    })
  }

  /**
   * Suspends an account: its sessions end, and its owner cannot sign in. No data is deleted, and `reactivateAccount` lifts the suspension.
   */
  @Handles(accounts.suspend)
  suspendAccount({ id, reason }: Input<typeof accounts.suspend>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      user.suspend(reason?.trim() || null)
      await endSessions(tx, user.id)
      await publishUserAccess(tx, user)
      tx.audit(actor, 'user.suspended', auditTargetOf(user), {
        ...(user.suspendedReason && { reason: user.suspendedReason.slice(0, 300) }),
      })
    })
  }

  @Handles(accounts.update)
  updateAccount({ id, role, displayName }: Input<typeof accounts.update>, actor: Actor) {
    return this.accounts.change(actor, id, async (tx, user) => {
      const previous = { role: user.role, displayName: user.displayName }
      if (role !== undefined) user.role = role
      if (displayName !== undefined) user.displayName = trimVisibleText(displayName ?? '') || null
      const [isRoleChanged, isNameChanged] = [user.role !== previous.role, user.displayName !== previous.displayName]
      // the event makes gateways remove sessions with the old role from their caches
      if (isRoleChanged) await publishUserAccess(tx, user)
      if (isRoleChanged || isNameChanged)
        tx.audit(actor, 'user.changed', auditTargetOf(user), {
          ...(isRoleChanged && { role: user.role, role_before: previous.role }),
          ...(isNameChanged && { display_name: user.displayName }),
        })
    })
  }

  @Handles(identity.awaitPlan)
  async awaitPlan({ userId, version }: Input<typeof identity.awaitPlan>) {
    // polls the database, because the event with the plan may arrive at another replica
    const selectIfPlanApplied = 'SELECT id FROM users WHERE id = $1 AND plan_version >= $2'
    const row = await this.db.pollUntilFound(async () => (await this.db.sql(selectIfPlanApplied, [userId, version]))[0])
    if (!row) throw errors.SUBSCRIPTION_PENDING()
    return { success: true as const }
  }
}
