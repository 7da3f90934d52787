import { AppError, errors, security, type Input } from '@daymark/contracts'
import { Database, Handles, Logger, RpcHandlers, type Tx } from '@daymark/platform'
import { Challenges } from '../challenges/challenges.ts'
import { Sessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import { Passkey } from './passkey.entity.ts'
import { verifyAssertion } from './webauthn.ts'

type PasskeySignIn = Input<typeof security.openSessionByPasskey>

@RpcHandlers()
export class OpenSessionByPasskey {
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly log: Logger,
  ) {}

  /**
   * Opens a session with a passkey. A passkey combines two factors, so no code is required.
   *
   * Failed attempts are not limited, because passkeys cannot be guessed. Therefore an attacker who failed with passwords cannot lock out
   * the owner of a passkey.
   */
  @Handles(security.openSessionByPasskey)
  async openSessionByPasskey(input: PasskeySignIn) {
    const { challenge, credential, origin, rpId } = input
    const { webauthnChallenge } = this.challenges.read('passkey', challenge)
    const storedPasskey = await this.db.repository(Passkey).findOneBy({ credentialId: credential.id, rpId })
    const assertion =
      storedPasskey && (await verifyAssertion(credential, storedPasskey, webauthnChallenge, { origin, rpId }))
    if (!storedPasskey || !assertion || !belongsToPasskeyUser(storedPasskey, credential)) throw errors.PASSKEY_REFUSED()
    const result = await this.db.commit(async tx => {
      const user = await lockUser(tx, storedPasskey.userId)
      const passkey = await tx.em.findOneBy(Passkey, { id: storedPasskey.id })
      if (!user || user.isBlocked || !passkey) throw errors.PASSKEY_REFUSED()
      await this.challenges.use(tx, challenge)
      if (await this.markIfCopied(tx, passkey, assertion.counter)) return undefined
      if (user.isDeletionRequestedByOwner) return this.challenges.accountDeletingError(user, 'passkey')
      const signedIn = await this.sessions.signIn(tx, user, input, 'passkey')
      await tx.em.save(Object.assign(passkey, assertion, { lastUsedAt: user.lastLogin }))
      return signedIn
    })
    if (!result) throw errors.PASSKEY_REFUSED()
    if (result instanceof AppError) throw result
    return result
  }

  /**
   * Returns true if the counter shows that the passkey may be copied, and marks the passkey for its owner. The sign-in is then rejected,
   * because the server cannot know which of the two authenticators has the copy.
   */
  private async markIfCopied(tx: Tx, passkey: Passkey, counter: number): Promise<boolean> {
    if (!passkey.isCounterTooLow(counter)) return false
    const { id: passkeyId, userId } = passkey
    this.log.warn({ event: 'identity.passkey-may-be-copied', userId, passkeyId })
    passkey.mayBeCopied = true
    await tx.em.save(passkey)
    return true
  }
}

/** Returns true if the authenticator sent no user id, or the user id with which the passkey was registered. */
const belongsToPasskeyUser = ({ userId }: Passkey, { response }: PasskeySignIn['credential']): boolean =>
  response.userHandle === undefined || Buffer.from(response.userHandle, 'base64url').toString() === userId
