import { type AccountView, type Actor, errors, requireSuperAdmin, requireUser } from '@daymark/contracts'
import { Database, idOr, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'

export const ADMINISTERING = 'identity:administering'
const IN_TURN = `SELECT pg_advisory_xact_lock(hashtextextended('${ADMINISTERING}', 0))`
const ADMINISTERS = `role = 'super_admin' AND NOT disabled AND NOT invited`

type Work = (tx: Tx, user: User) => Promise<void> | void

/** Serializes changes of roles and states over all replicas, so that one super_admin always remains. */
@Injectable()
export class Accounts {
  constructor(private readonly db: Database) {}

  /** USER_NOT_FOUND; LAST_SUPER_ADMIN if no super_admin would remain. */
  async change(actor: Actor, rawId: string, work: Work): Promise<AccountView> {
    requireSuperAdmin(actor)
    const id = idOr(errors.USER_NOT_FOUND, rawId)
    return this.inTurn(id, work, tx => assertAdministers(tx, actor))
  }

  /** Changes the caller's own account; LAST_SUPER_ADMIN as above. */
  changeOwn(actor: Actor, work: Work): Promise<AccountView> {
    return this.inTurn(requireUser(actor), work)
  }

  private inTurn(id: string, work: Work, first: (tx: Tx) => Promise<void> = async () => {}): Promise<AccountView> {
    return this.db.commit(async tx => {
      void tx.sql(IN_TURN)
      await first(tx)
      const user = await lockUser(tx, id)
      if (!user) throw errors.USER_NOT_FOUND()
      const administered = administers(user)
      await work(tx, user)
      await tx.em.save(user)
      if (administered && !administers(user)) await assertAdministratorRemains(tx)
      return user.accountView()
    })
  }
}

const administers = ({ role, disabled, invited }: User): boolean => role === 'super_admin' && !disabled && !invited

/** FORBIDDEN if the actor was demoted or suspended since the request began. */
async function assertAdministers(tx: Tx, { userId }: Actor): Promise<void> {
  const rows = await tx.sql(`SELECT id FROM users WHERE id = $1 AND ${ADMINISTERS}`, [userId])
  if (!rows.length) throw errors.FORBIDDEN()
}

async function assertAdministratorRemains(tx: Tx): Promise<void> {
  const remaining = await tx.sql(`SELECT id FROM users WHERE ${ADMINISTERS} LIMIT 1`)
  if (!remaining.length) throw errors.LAST_SUPER_ADMIN()
}
