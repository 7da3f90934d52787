import { errors, identity, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { PasswordGuesses } from '../passwords/password-guesses.ts'
import { SecondSteps } from '../second-step/second-steps.ts'
import type { User } from '../users/user.entity.ts'
import { findByName, lockUser } from '../users/users.ts'
import { Leaving } from '../leaving/leaving.ts'
import { Sessions } from './sessions.ts'

type SignIn = Input<typeof identity.openSession>

/** Unknown user, wrong password and disabled account answer alike, in the same time (rule 30). */
@Handles(identity.openSession)
export class OpenSession implements Handler<typeof identity.openSession> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly db: Database,
    private readonly guesses: PasswordGuesses,
    private readonly secondSteps: SecondSteps,
    private readonly sessions: Sessions,
    private readonly leaving: Leaving,
  ) {}

  async handle(input: SignIn) {
    const user = await this.verified(input)
    return this.db.commit(async tx => {
      const current = await lockUser(tx, user.id)
      // the password was changed while the old one was checked: its sessions have just been ended
      if (current?.passwordHash !== user.passwordHash || current.isShutOut) throw errors.LOGIN_FAILED()
      await this.guesses.accept(tx, user.id, input.address)
      if (await this.secondSteps.isOn(tx.em, user.id)) throw this.secondSteps.asked(current)
      if (current.isLeaving) throw this.leaving.asked(current, 'password')
      return this.sessions.signIn(tx, current, input, 'password')
    })
  }

  private async verified({ username, password, address }: SignIn): Promise<User> {
    const user = await findByName(this.db.em, username.trim())
    const account = user?.id ?? username
    const right = await this.guesses.isRight({ account, password, stored: user?.passwordHash, address })
    if (!user || !right || user.isShutOut) throw await this.guesses.failed(account, address, errors.LOGIN_FAILED())
    return user
  }
}
