import { type Actor, errors, identity, type Input, requireUser, trimVisibleText } from '@daymark/contracts'
import { Database, Handles, RpcHandlers } from '@daymark/platform'
import { AccountLinkVerifier } from '../links/account-links.ts'
import { CurrentPasswordVerifier } from '../passwords/passwords.ts'
import { parseEmail } from '../users/account-rules.ts'
import { actorOf, lockUser } from '../users/users.ts'
import { parseLanguage, parseTimeZone, Profiles } from './profiles.ts'
import { EmailChange } from './new-email.ts'

type UpdateInput = Input<typeof identity.updateProfile>

@RpcHandlers()
export class ProfileHandlers {
  constructor(
    private readonly db: Database,
    private readonly currentPasswordVerifier: CurrentPasswordVerifier,
    private readonly emailChange: EmailChange,
    private readonly profiles: Profiles,
    private readonly linkVerifier: AccountLinkVerifier,
  ) {}

  @Handles(identity.changeEmail)
  async changeEmail({ email: typed, currentPassword, address }: Input<typeof identity.changeEmail>, actor: Actor) {
    const email = parseEmail(typed)
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { password: currentPassword, address })
    const { id, email: oldEmail } = verifiedUser.user
    if (email === oldEmail) throw errors.INVALID_INPUT({ reason: 'This is already your email address.' })
    await this.emailChange.requestChange(actor, email, tx =>
      this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser),
    )
    return this.profiles.get(id)
  }

  /** Changes the address of a user who opened the link sent to the new address. The password was verified when the change was requested. */
  @Handles(identity.confirmEmail)
  async confirmEmail(input: Input<typeof identity.confirmEmail>) {
    const link = await this.linkVerifier.find(['email'], input)
    const { userId, email } = link
    if (!email) throw errors.MAIL_LINK_GONE()
    await this.emailChange.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || user.disabled) throw errors.MAIL_LINK_GONE()
      await this.linkVerifier.use(tx, link)
      await this.emailChange.applyChange(tx, user, email, actorOf(user, input.address))
    })
    return { userId, email }
  }

  @Handles(identity.getProfile)
  getProfile(_: Input<typeof identity.getProfile>, actor: Actor) {
    return this.profiles.get(requireUser(actor))
  }

  @Handles(identity.updateProfile)
  async updateProfile(input: UpdateInput, actor: Actor) {
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
