import { errors, identity, MIN_CHOSEN_PASSWORD, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { LinkGuesses } from '../links/link-guesses.ts'
import { assertPassword } from '../users/account-rules.ts'
import { asSelf } from '../users/audited-user.ts'
import { User } from '../users/user.entity.ts'
import { lockUser } from '../users/users.ts'
import { NewPassword } from './new-password.ts'

/** Who can read the mails of an account may choose its password, also in place of a temporary one. Nobody is signed in by it. */
@Handles(identity.useResetLink)
export class UseResetLink implements Handler<typeof identity.useResetLink> {
  constructor(
    private readonly db: Database,
    private readonly guesses: LinkGuesses,
    private readonly next: NewPassword,
  ) {}

  async handle(input: Input<typeof identity.useResetLink>) {
    const link = await this.guesses.find(['password', 'invitation'], input)
    const user = await this.db.repository(User).findOneBy({ id: link.userId })
    if (!user) throw errors.MAIL_LINK_GONE()
    assertPassword(input.newPassword, user.email, MIN_CHOSEN_PASSWORD)
    const passwordHash = await this.next.hash(input)
    await this.db.commit(async tx => {
      const current = await lockUser(tx, user.id)
      if (!current || current.isShutOut) throw errors.MAIL_LINK_GONE()
      await this.guesses.use(tx, link)
      await this.next.take(tx, current, passwordHash, asSelf(current, input.address))
    })
    return { userId: user.id }
  }
}
