import {
  act,
  errors,
  id as uuid,
  identity,
  identityAudited,
  requireSuperAdmin,
  type Actor,
  type Input,
} from '@daymark/contracts'
import { Database, FailureLimiter, Handles, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { accountKey } from '../limiter/login-keys.ts'
import { Sessions } from '../sessions/sessions.ts'
import { announceAccess } from '../users/announce-access.ts'
import { userTarget } from '../users/audited-user.ts'
import { lockUser } from '../users/users.ts'
import { strongPassword } from './strong-password.ts'

@Handles(identity.resetPassword)
export class ResetPassword implements Handler<typeof identity.resetPassword> {
  constructor(
    private readonly db: Database,
    private readonly passwords: Passwords,
    private readonly limiter: FailureLimiter,
    private readonly sessions: Sessions,
  ) {}

  async handle({ id }: Input<typeof identity.resetPassword>, actor: Actor) {
    requireSuperAdmin(actor)
    if (!uuid.safeParse(id).success) throw errors.USER_NOT_FOUND()
    const temporaryPassword = strongPassword()
    const passwordHash = await this.passwords.hash(temporaryPassword)
    await this.db.commit(async tx => {
      const user = await lockUser(tx, id)
      if (!user) throw errors.USER_NOT_FOUND()
      user.giveTemporaryPassword(passwordHash)
      await tx.em.save(user)
      await this.sessions.endAll(tx, id)
      await announceAccess(tx, user)
      tx.emit(identityAudited, ...act(actor, 'password.reset', userTarget(user)))
      await this.limiter.forgive(tx, accountKey(id)) // who forgot the password has often just been locked out
    })
    return { temporaryPassword }
  }
}
