import { errors, identity, type Input } from '@daymark/contracts'
import { Database, FailureLimiter, Handles, networkOf, type Handler } from '@daymark/platform'
import { Passwords } from '@daymark/platform/passwords'
import { accountKey, loginKeys } from '../limiter/login-keys.ts'
import type { User } from '../users/user.entity.ts'
import { findByName, lockUser } from '../users/users.ts'
import { Sessions } from './sessions.ts'

type SignIn = Input<typeof identity.openSession>

/** Unknown user, wrong password and disabled account answer alike, in the same time (rule 30). */
@Handles(identity.openSession)
export class OpenSession implements Handler<typeof identity.openSession> {
  private readonly db: Database
  private readonly passwords: Passwords
  private readonly limiter: FailureLimiter
  private readonly sessions: Sessions
  constructor(db: Database, passwords: Passwords, limiter: FailureLimiter, sessions: Sessions) {
    this.db = db
    this.passwords = passwords
    this.limiter = limiter
    this.sessions = sessions
  }

  async handle(input: SignIn) {
    const user = await this.verified(input)
    return this.db.commit(async tx => {
      const current = await lockUser(tx, user.id)
      // the password was changed while the old one was checked: its sessions have just been ended
      if (current?.passwordHash !== user.passwordHash || current.disabled) throw errors.LOGIN_FAILED()
      await this.limiter.assertStillFree(tx, loginKeys(user.id, input.address))
      await this.limiter.forgive(tx, accountKey(user.id))
      return this.sessions.signIn(tx, current, input)
    })
  }

  private async verified({ username, password, address }: SignIn): Promise<User> {
    const user = await findByName(this.db.em, username.trim())
    const keys = loginKeys(user?.id ?? username, address)
    const guess = { owner: networkOf(address), allowed: () => this.limiter.assertFree(keys) }
    const right = await this.passwords.matches(password, user?.passwordHash, guess)
    if (!user || !right || user.disabled) throw await this.limiter.failed(keys, errors.LOGIN_FAILED())
    return user
  }
}
