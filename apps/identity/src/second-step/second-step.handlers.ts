import { type Actor, AppError, errors, type Input, requireUser, security } from '@daymark/contracts'
import { Database, FailureLimiter, Handles, Logger, RpcHandlers } from '@daymark/platform'
import { Challenges, digestPasswordHash } from '../challenges/challenges.ts'
import { accountFailureKey } from '../passwords/password-verifier.ts'
import { Mails } from '../mail/mails.ts'
import { CurrentPasswordVerifier } from '../passwords/passwords.ts'
import { endSessions, Sessions } from '../sessions/sessions.ts'
import { lockUser, auditTargetOf } from '../users/users.ts'
import { createTotpKey, totpUri } from './authenticator.ts'
import { replaceRecoveryCodes, SecondSteps, turnOffSecondStep, wrongCodeError } from './second-steps.ts'

@RpcHandlers()
export class SecondStepHandlers {
  constructor(
    private readonly db: Database,
    private readonly currentPasswordVerifier: CurrentPasswordVerifier,
    private readonly secondSteps: SecondSteps,
    private readonly challenges: Challenges,
    private readonly mails: Mails,
    private readonly log: Logger,
  ) {}

  /**
   * Starts turning on two-step sign-in and returns a new key for the authenticator app. Stores nothing, because the browser sends the
   * encrypted key back with the first code.
   */
  @Handles(security.beginSecondStep)
  async beginSecondStep(input: Input<typeof security.beginSecondStep>, actor: Actor) {
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { ...input, password: input.currentPassword })
    const {
      id: userId,
      email,
      passwordHash,
    } = await this.db.commit(tx => this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser))
    if (await this.secondSteps.isOn(this.db.em, userId)) throw alreadyOnError()
    const key = createTotpKey()
    const content = { userId, passwordDigest: digestPasswordHash(passwordHash), key }
    return { challenge: this.challenges.issue('authenticator', content), key, uri: totpUri(key, email) }
  }

  /**
   * Turns on two-step sign-in and returns the recovery codes. Ends all other sessions, because they were opened without the second step.
   */
  @Handles(security.confirmSecondStep)
  async confirmSecondStep({ challenge, code, sessionId }: Input<typeof security.confirmSecondStep>, actor: Actor) {
    const content = this.challenges.read('authenticator', challenge)
    const userId = requireUser(actor)
    if (content.userId !== userId) throw errors.CHALLENGE_EXPIRED()
    const turnOnSecondStep = this.secondSteps.prepareTurnOn(userId, content.key, code)
    if (!turnOnSecondStep) throw wrongCodeError()
    const recoveryCodes = await this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || digestPasswordHash(user.passwordHash) !== content.passwordDigest) throw errors.CHALLENGE_EXPIRED()
      if (await this.secondSteps.isOn(tx.em, userId)) throw alreadyOnError()
      await this.challenges.use(tx, challenge)
      await endSessions(tx, userId, sessionId)
      tx.audit(actor, 'second-step.turned-on', auditTargetOf(user))
      this.mails.queueSecurityChange(tx, user, { change: 'second_step_on' })
      return turnOnSecondStep(tx)
    })
    this.log.info({ event: 'identity.second-step-changed', userId, change: 'on' })
    return { recoveryCodes }
  }

  /**
   * Turns off two-step sign-in. Requires both the password and a code, so that an attacker who knows only one of them cannot turn it off.
   */
  @Handles(security.endSecondStep)
  async endSecondStep(input: Input<typeof security.endSecondStep>, actor: Actor) {
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { ...input, password: input.currentPassword })
    await this.secondSteps.useCode({ ...input, userId: verifiedUser.user.id }, wrongCodeError(), async tx => {
      const user = await this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser)
      await turnOffSecondStep(tx, user.id)
      tx.audit(actor, 'second-step.turned-off', auditTargetOf(user))
      this.mails.queueSecurityChange(tx, user, { change: 'second_step_off' })
    })
    this.log.info({ event: 'identity.second-step-changed', userId: verifiedUser.user.id, change: 'off' })
    return { success: true as const }
  }

  @Handles(security.renewRecoveryCodes)
  async renewRecoveryCodes(input: Input<typeof security.renewRecoveryCodes>, actor: Actor) {
    const verifiedUser = await this.currentPasswordVerifier.verify(actor, { ...input, password: input.currentPassword })
    const recoveryCodes = await this.secondSteps.useCode(
      { ...input, userId: verifiedUser.user.id },
      wrongCodeError(),
      async tx => {
        const user = await this.currentPasswordVerifier.lockVerifiedUser(tx, verifiedUser)
        tx.audit(actor, 'recovery-codes.renewed', auditTargetOf(user))
        this.mails.queueSecurityChange(tx, user, { change: 'recovery_codes' })
        return replaceRecoveryCodes(tx, user.id)
      },
    )
    return { recoveryCodes }
  }
}

const alreadyOnError = () => errors.CONFLICT({ reason: 'Two-step sign-in is already on.' })

@RpcHandlers()
export class PassSecondStep {
  constructor(
    private readonly challenges: Challenges,
    private readonly secondSteps: SecondSteps,
    private readonly sessions: Sessions,
    private readonly limiter: FailureLimiter,
  ) {}

  /** Completes a sign-in with the code of the second step. Opens a session, unless the owner requested the deletion of the account. */
  @Handles(security.passSecondStep)
  async passSecondStep(input: Input<typeof security.passSecondStep>) {
    const content = this.challenges.read('second-step', input.challenge)
    const session = await this.secondSteps.useCode(
      { ...input, userId: content.userId },
      errors.CODE_WRONG(),
      async tx => {
        const user = await lockUser(tx, content.userId)
        if (!user || user.isBlocked || digestPasswordHash(user.passwordHash) !== content.passwordDigest)
          throw errors.CHALLENGE_EXPIRED()
        await this.challenges.use(tx, input.challenge)
        await this.limiter.resetFailures(tx, accountFailureKey(user.id))
        // the error is returned and not thrown, so that the transaction is committed and the code counts as used
        if (user.isDeletionRequestedByOwner) return this.challenges.accountDeletingError(user, 'password and code')
        return this.sessions.signIn(tx, user, input, 'password and code')
      },
    )
    if (session instanceof AppError) throw session
    return session
  }
}
