import { type Actor, errors, identity, type Input, requireUser, visibleText } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { LinkGuesses } from '../links/link-guesses.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { validEmail } from '../users/account-rules.ts'
import { asSelf, lockUser } from '../users/users.ts'
import { validLanguage, validTimeZone } from './dates.ts'
import { NewEmail } from './new-email.ts'
import { Profiles } from './profiles.ts'

@Handles(identity.changeEmail)
export class ChangeEmail implements Handler<typeof identity.changeEmail> {
  constructor(
    private readonly ownPassword: OwnPassword,
    private readonly newEmail: NewEmail,
    private readonly profiles: Profiles,
  ) {}

  async handle({ email: typed, currentPassword, address }: Input<typeof identity.changeEmail>, actor: Actor) {
    const email = validEmail(typed)
    const proved = await this.ownPassword.prove(actor, { password: currentPassword, address })
    const { id, email: old } = proved.user
    if (email === old) throw errors.INVALID_INPUT({ reason: 'This is already your email address.' })
    await this.newEmail.ask(actor, email, tx => this.ownPassword.hold(tx, proved))
    return this.profiles.of(id)
  }
}

/** The link proves access to the new address. The password was verified when the change was requested. */
@Handles(identity.confirmEmail)
export class ConfirmEmail implements Handler<typeof identity.confirmEmail> {
  constructor(
    private readonly guesses: LinkGuesses,
    private readonly newEmail: NewEmail,
  ) {}

  async handle(input: Input<typeof identity.confirmEmail>) {
    const link = await this.guesses.find(['email'], input)
    const { userId, email } = link
    if (!email) throw errors.MAIL_LINK_GONE()
    await this.newEmail.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || user.disabled) throw errors.MAIL_LINK_GONE()
      await this.guesses.use(tx, link)
      await this.newEmail.set(tx, user, email, asSelf(user, input.address))
    })
    return { userId, email }
  }
}

@Handles(identity.getProfile)
export class GetProfile implements Handler<typeof identity.getProfile> {
  constructor(private readonly profiles: Profiles) {}

  handle(_: Input<typeof identity.getProfile>, actor: Actor) {
    return this.profiles.of(requireUser(actor))
  }
}

type Update = Input<typeof identity.updateProfile>

@Handles(identity.updateProfile)
export class UpdateProfile implements Handler<typeof identity.updateProfile> {
  constructor(
    private readonly db: Database,
    private readonly profiles: Profiles,
  ) {}

  async handle(input: Update, actor: Actor) {
    const changes = changesOf(input)
    const userId = requireUser(actor)
    await this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user) throw errors.NO_SESSION()
      await tx.em.save(Object.assign(user, changes))
    })
    return this.profiles.of(userId)
  }
}

/** Missing fields stay unchanged; an empty text clears the field. */
function changesOf({ displayName, timeZone, language }: Update) {
  return {
    ...(displayName !== undefined && { displayName: visibleText(displayName ?? '') || null }),
    ...(timeZone !== undefined && { timeZone: validTimeZone(timeZone) }),
    ...(language !== undefined && { language: validLanguage(language) }),
  }
}
