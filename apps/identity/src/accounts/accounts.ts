import { type AccountView, type Actor, errors, requireUser, DAY_MS } from '@daymark/contracts'
import { Database, parseIdOrThrow, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../users/user.entity.ts'
import type { IdentityConfig } from '../config.ts'
import { lockUser } from '../users/users.ts'

export const ADMINISTRATION_LOCK = 'identity:administering'
const IS_ACTIVE_SUPER_ADMIN = `role = 'super_admin' AND NOT disabled AND NOT invited`

/** Returns the time at which an account is deleted if its deletion is requested at `now`. */
export const deletionDateFrom = (now: Date, { deleteAfterDays }: IdentityConfig): Date =>
  new Date(+now + deleteAfterDays * DAY_MS)

type ChangeAccount = (tx: Tx, user: User) => Promise<void> | void

/**
 * Changes the roles and states of accounts. A database lock serializes the changes of all replicas, so that at least one active super_admin
 * always remains.
 */
@Injectable()
export class Accounts {
  constructor(private readonly db: Database) {}

  /**
   * Changes an account for a super_admin, which the contract of the call requires: `applyChange` changes the user, which is then saved.
   *
   * Throws USER_NOT_FOUND for an unknown id, and LAST_SUPER_ADMIN if no active super_admin would remain.
   */
  async change(actor: Actor, rawId: string, applyChange: ChangeAccount): Promise<AccountView> {
    const id = parseIdOrThrow(errors.USER_NOT_FOUND, rawId)
    return this.changeLocked(id, applyChange, tx => assertActiveSuperAdmin(tx, actor))
  }

  /**
   * Changes the caller's own account: `applyChange` changes the user, which is then saved. Throws LAST_SUPER_ADMIN if no active super_admin would
   * remain.
   */
  changeOwn(actor: Actor, applyChange: ChangeAccount): Promise<AccountView> {
    return this.changeLocked(requireUser(actor), applyChange)
  }

  private changeLocked(
    id: string,
    applyChange: ChangeAccount,
    assertAllowed: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<AccountView> {
    return this.db.commit(async tx => {
      tx.lock(ADMINISTRATION_LOCK)
      await assertAllowed(tx)
      const user = await lockUser(tx, id)
      if (!user) throw errors.USER_NOT_FOUND()
      const wasActiveSuperAdmin = isActiveSuperAdmin(user)
      await applyChange(tx, user)
      await tx.em.save(user)
      if (wasActiveSuperAdmin && !isActiveSuperAdmin(user)) await assertSuperAdminRemains(tx)
      return user.toAccountView()
    })
  }
}

const isActiveSuperAdmin = ({ role, disabled, invited }: User): boolean =>
  role === 'super_admin' && !disabled && !invited

/**
 * Throws FORBIDDEN if the actor is no longer an active super_admin, because the actor may have been demoted or suspended since the request
 * began.
 */
async function assertActiveSuperAdmin(tx: Tx, { userId }: Actor): Promise<void> {
  const rows = await tx.sql(`SELECT id FROM users WHERE id = $1 AND ${IS_ACTIVE_SUPER_ADMIN}`, [userId])
  if (!rows.length) throw errors.FORBIDDEN()
}

async function assertSuperAdminRemains(tx: Tx): Promise<void> {
  const remaining = await tx.sql(`SELECT id FROM users WHERE ${IS_ACTIVE_SUPER_ADMIN} LIMIT 1`)
  if (!remaining.length) throw errors.LAST_SUPER_ADMIN()
}
