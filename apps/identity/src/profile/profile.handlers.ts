import { type Actor, errors, identity, type Input, requireUser, trimVisibleText } from '@daymark/contracts'
import { Database, type Handler, Handles } from '@daymark/platform'
import { AccountLinkVerifier } from '../links/account-links.ts'
import { CurrentPassword } from '../passwords/passwords.ts'
import { parseEmail } from '../users/account-rules.ts'
import { actorOf, lockUser } from '../users/users.ts'
import { parseLanguage, parseTimeZone, Profiles } from './profiles.ts'
import { EmailChange } from './new-email.ts'

@Handles(identity.changeEmail)
export class ChangeEmail implements Handler<typeof identity.changeEmail> {
  constructor(
    private readonly currentPasswordVerifier: CurrentPassword,
    private readonly emailChange: EmailChange,
    private readonly profiles: Profiles,
  ) {}

  async handle({ email: typed, currentPassword, address }: Input<typeof identity.changeEmail>, actor: Actor) {
    const email = parseEmail(typed)
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { password: currentPassword, address })
    const { id, email: oldEmail } = verifiedUser.user
    if (email === oldEmail) throw errors.INVALID_INPUT({ reason: 'This is already your email address.' })
    await this.emailChange.request(actor, email, tx => this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser))
    return this.profiles.get(id)
  }
}

/** Changes the address of a user who opened the link sent to the new address. The password was verified when the change was requested. */
@Handles(identity.confirmEmail)
export class ConfirmEmail implements Handler<typeof identity.confirmEmail> {
  constructor(
    private readonly linkVerifier: AccountLinkVerifier,
    private readonly emailChange: EmailChange,
  ) {}

  async handle(input: Input<typeof identity.confirmEmail>) {
    const link = await this.linkVerifier.find(['email'], input)
    const { userId, email } = link
    if (!email) throw errors.MAIL_LINK_GONE()
    await this.emailChange.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || user.disabled) throw errors.MAIL_LINK_GONE()
      await this.linkVerifier.use(tx, link)
      await this.emailChange.apply(tx, user, email, actorOf(user, input.address))
    })
    return { userId, email }
  }
}

@Handles(identity.getProfile)
export class GetProfile implements Handler<typeof identity.getProfile> {
  constructor(private readonly profiles: Profiles) {}

  handle(_: Input<typeof identity.getProfile>, actor: Actor) {
    return this.profiles.get(requireUser(actor))
  }
}

type UpdateInput = Input<typeof identity.updateProfile>

@Handles(identity.updateProfile)
export class UpdateProfile implements Handler<typeof identity.updateProfile> {
  constructor(
    private readonly db: Database,
    private readonly profiles: Profiles,
  ) {}

  async handle(input: UpdateInput, actor: Actor) {
    const changes = parseChanges(input)
    const userId = requireUser(actor)
    await this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user) throw errors.NO_SESSION()
      await tx.em.save(Object.assign(user, changes))
    })
    return this.profiles.get(userId)
  }
}

/** Returns the values of the fields in the request. Missing fields stay unchanged; a null or empty display name clears the field. */
function parseChanges({ displayName, timeZone, language }: UpdateInput) {
  return {
    ...(displayName !== undefined && { displayName: trimVisibleText(displayName ?? '') || null }),
    ...(timeZone !== undefined && { timeZone: parseTimeZone(timeZone) }),
    ...(language !== undefined && { language: parseLanguage(language) }),
  }
}
