import { AppError, errors, security, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler, type Tx } from '@daymark/platform'
import { Challenges } from '../challenges/challenges.ts'
import { IdentityLog } from '../log.ts'
import { Leaving } from '../leaving/leaving.ts'
import { Sessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import { Passkey } from './passkey.entity.ts'
import { verifyAssertion } from './webauthn.ts'

type SignIn = Input<typeof security.openSessionByPasskey>

/**
 * A passkey combines two factors, so no code is required. It cannot be guessed, so it is not rate-limited: failed passwords of
 * attackers do not lock out its owner.
 */
@Handles(security.openSessionByPasskey)
export class OpenSessionByPasskey implements Handler<typeof security.openSessionByPasskey> {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly log: IdentityLog,
    private readonly leaving: Leaving,
  ) {}

  async handle(input: SignIn) {
    const { challenge, credential, origin, rpId } = input
    const { webauthnChallenge } = this.challenges.read('passkey', challenge)
    const stored = await this.db.repository(Passkey).findOneBy({ credentialId: credential.id, rpId })
    const verified = stored && (await verifyAssertion(credential, stored, webauthnChallenge, { origin, rpId }))
    if (!stored || !verified || !isOf(stored, credential)) throw errors.PASSKEY_REFUSED()
    const opened = await this.db.commit(async tx => {
      const user = await lockUser(tx, stored.userId)
      const passkey = await tx.em.findOneBy(Passkey, { id: stored.id })
      if (!user || user.isShutOut || !passkey) throw errors.PASSKEY_REFUSED()
      await this.challenges.use(tx, challenge)
      if (await this.isCopied(tx, passkey, verified.counter)) return undefined
      if (user.isLeaving) return this.leaving.requireChoice(user, 'passkey')
      const signedIn = await this.sessions.signIn(tx, user, input, 'passkey')
      await tx.em.save(Object.assign(passkey, verified, { lastUsedAt: user.lastLogin }))
      return signedIn
    })
    if (!opened) throw errors.PASSKEY_REFUSED()
    if (opened instanceof AppError) throw opened
    return opened
  }

  /** Recorded for the owner. It is unknown which of the two authenticators is the copy. */
  private async isCopied(tx: Tx, passkey: Passkey, counter: number): Promise<boolean> {
    if (!passkey.wentBack(counter)) return false
    this.log.passkeyMayBeCopied(passkey.userId, passkey.id)
    passkey.mayBeCopied = true
    await tx.em.save(passkey)
    return true
  }
}

/** The authenticator returns the user id that was stored at its registration. */
const isOf = ({ userId }: Passkey, { response }: SignIn['credential']): boolean =>
  response.userHandle === undefined || Buffer.from(response.userHandle, 'base64url').toString() === userId
