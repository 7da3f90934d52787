import { errors, identity, type Input } from '@daymark/contracts'
import { Handles, type Handler } from '@daymark/platform'
import { LinkGuesses } from '../links/link-guesses.ts'
import { asSelf } from '../users/audited-user.ts'
import { lockUser } from '../users/users.ts'
import { NewEmail } from './new-email.ts'

/** Whoever opens the link can read the mails of the new address; that the account may change was proved by its password. */
@Handles(identity.confirmEmail)
export class ConfirmEmail implements Handler<typeof identity.confirmEmail> {
  constructor(
    private readonly guesses: LinkGuesses,
    private readonly next: NewEmail,
  ) {}

  async handle(input: Input<typeof identity.confirmEmail>) {
    const link = await this.guesses.find(['email'], input)
    const { userId, email } = link
    if (!email) throw errors.MAIL_LINK_GONE()
    await this.next.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || user.disabled) throw errors.MAIL_LINK_GONE()
      await this.guesses.use(tx, link)
      await this.next.set(tx, user, email, asSelf(user, input.address))
    })
    return { userId, email }
  }
}
