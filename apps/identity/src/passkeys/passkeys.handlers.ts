import { type Actor, errors, type Input, MAX_PASSKEYS, requireUser, security } from '@daymark/contracts'
import { Clock, Database, Handles, parseIdOrThrow, RpcHandlers, type Tx } from '@daymark/platform'
import { Challenges, digestPasswordHash } from '../challenges/challenges.ts'
import { Mails } from '../mail/mails.ts'
import { CurrentPasswordVerifier } from '../passwords/passwords.ts'
import { IdentityVerifier } from '../second-step/second-steps.ts'
import { endSessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import { Passkey } from './passkey.entity.ts'
import { createRegistrationOptions, createSignInOptions, verifyRegistration } from './webauthn.ts'

type BeginInput = Input<typeof security.beginPasskey>

type AddInput = Input<typeof security.addPasskey>

@RpcHandlers()
export class PasskeyHandlers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly identityVerifier: IdentityVerifier,
    private readonly challenges: Challenges,
    private readonly mails: Mails,
    private readonly currentPasswordVerifier: CurrentPasswordVerifier,
  ) {}

  /**
   * Starts adding a passkey. Requires the password, and also the code if two-step sign-in is on, because a passkey signs in without both.
   */
  @Handles(security.beginPasskey)
  async beginPasskey(input: BeginInput, actor: Actor) {
    const user = await this.identityVerifier.verify(actor, input)
    const existing = await this.db.repository(Passkey).findBy({ userId: user.id })
    if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeysError()
    const options = await createRegistrationOptions(user, existing, input.rpId)
    const content = {
      userId: user.id,
      passwordDigest: digestPasswordHash(user.passwordHash),
      webauthnChallenge: options.challenge,
    }
    return { challenge: this.challenges.issue('add-passkey', content), options: { ...options } }
  }

  @Handles(security.addPasskey)
  async addPasskey({ challenge, name, credential, origin, rpId }: AddInput, actor: Actor) {
    const content = this.challenges.read('add-passkey', challenge)
    const userId = requireUser(actor)
    if (content.userId !== userId) throw errors.CHALLENGE_EXPIRED()
    const newPasskey = await verifyRegistration(credential, content.webauthnChallenge, { origin, rpId })
    if (!newPasskey) throw errors.INVALID_INPUT({ reason: 'This passkey could not be added. Please try again.' })
    return this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || digestPasswordHash(user.passwordHash) !== content.passwordDigest) throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, challenge)
      const transports = credential.response.transports ?? []
      const passkey = await this.insertPasskey(tx, { ...newPasskey, userId, rpId, transports, name: name.trim() })
      tx.audit(actor, 'passkey.added', { kind: 'passkey', id: passkey.id, name: passkey.name })
      this.mails.queueSecurityChange(tx, user, { change: 'passkey_added', name: passkey.name })
      return passkey
    })
  }

  private async insertPasskey(tx: Tx, newPasskey: Partial<Passkey> & { userId: string; credentialId: string }) {
    if ((await tx.em.countBy(Passkey, { userId: newPasskey.userId })) >= MAX_PASSKEYS) throw tooManyPasskeysError()
    // authenticators create a new id for each passkey, so a response with an existing id did not come from an authenticator
    if (await tx.em.existsBy(Passkey, { credentialId: newPasskey.credentialId }))
      throw errors.CONFLICT({ reason: 'This passkey is already registered.' })
    const initialUsage = { createdAt: this.clock.now(), lastUsedAt: null, mayBeCopied: false }
    const passkey = tx.em.create(Passkey, { ...newPasskey, ...initialUsage })
    await tx.em.insert(Passkey, passkey)
    return passkey.toView()
  }

  @Handles(security.beginPasskeySignIn)
  async beginPasskeySignIn({ rpId }: Input<typeof security.beginPasskeySignIn>) {
    const options = await createSignInOptions(rpId)
    return {
      challenge: this.challenges.issue('passkey', { webauthnChallenge: options.challenge }),
      options: { ...options },
    }
  }

  /**
   * Removes a passkey. The last passkey can be removed too, because the user can still sign in with the password. Ends all other sessions,
   * because a lost device with this passkey may be signed in.
   */
  @Handles(security.removePasskey)
  async removePasskey({ sessionId, ...input }: Input<typeof security.removePasskey>, actor: Actor) {
    const id = parseIdOrThrow(errors.PASSKEY_NOT_FOUND, input.id)
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { ...input, password: input.currentPassword })
    await this.db.commit(async tx => {
      const user = await this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser)
      const passkey = await tx.em.findOneBy(Passkey, { id, userId: user.id })
      if (!passkey) throw errors.PASSKEY_NOT_FOUND()
      tx.audit(actor, 'passkey.removed', { kind: 'passkey', id, name: passkey.name })
      await tx.em.remove(passkey)
      await endSessions(tx, user.id, sessionId)
      this.mails.queueSecurityChange(tx, user, { change: 'passkey_removed', name: passkey.name })
    })
    return { success: true as const }
  }

  @Handles(security.renamePasskey)
  async renamePasskey({ id, name }: Input<typeof security.renamePasskey>, actor: Actor) {
    const where = { id: parseIdOrThrow(errors.PASSKEY_NOT_FOUND, id), userId: requireUser(actor) }
    return this.db.commit(async tx => {
      const passkey = await tx.em.findOne(Passkey, { where, lock: { mode: 'pessimistic_write' } })
      if (!passkey) throw errors.PASSKEY_NOT_FOUND()
      passkey.name = name.trim()
      await tx.em.save(passkey)
      return passkey.toView()
    })
  }
}

const tooManyPasskeysError = () =>
  errors.CONFLICT({
    reason: `You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one that you no longer use.`,
  })
