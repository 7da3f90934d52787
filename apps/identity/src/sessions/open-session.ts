import { errors, identity, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { LoginLimiter } from '../limiter/login-limiter.ts'
import { Passwords } from '../passwords/passwords.ts'
import type { User } from '../users/user.entity.ts'
import { findByName, lockUser } from '../users/users.ts'
import { Sessions } from './sessions.ts'

type SignIn = Input<typeof identity.openSession>

/** Unknown user, wrong password and disabled account answer alike, in the same time (READINGS 30). */
@Handles(identity.openSession)
export class OpenSession implements Handler<typeof identity.openSession> {
  constructor(
    private readonly db: Database,
    private readonly passwords: Passwords,
    private readonly limiter: LoginLimiter,
    private readonly sessions: Sessions,
  ) {}

  async handle(input: SignIn) {
    const user = await this.verified(input)
    return this.db.commit(async tx => {
      const current = await lockUser(tx, user.id)
      // the password was changed while the old one was checked: its sessions have just been ended
      if (current?.passwordHash !== user.passwordHash || current.disabled) throw errors.LOGIN_FAILED()
      await this.limiter.succeeded(tx, user.id, input.address)
      return this.sessions.signIn(tx, current, input.userAgent)
    })
  }

  private async verified({ username, password, address }: SignIn): Promise<User> {
    const user = await findByName(this.db.em, username.trim())
    const account = user?.id ?? username
    await this.limiter.assertFree(account, address)
    const right = await this.passwords.matches(password, user?.passwordHash)
    if (!user || !right || user.disabled) throw await this.limiter.failed(account, address, errors.LOGIN_FAILED())
    return user
  }
}
