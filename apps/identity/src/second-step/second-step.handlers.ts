import {
  auditArgs,
  type Actor,
  AppError,
  errors,
  identityAudited,
  type Input,
  requireUser,
  security,
} from '@daymark/contracts'
import { Database, FailureLimiter, type Handler, Handles } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { Leaving } from '../leaving/leaving.ts'
import { accountKey } from '../passwords/login-limits.ts'
import { IdentityLog } from '../log.ts'
import { Mails } from '../mail/mails.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { endSessions, Sessions } from '../sessions/sessions.ts'
import { lockUser, userTarget } from '../users/users.ts'
import { newKey, uriOf } from './authenticator.ts'
import { renewCodes, SecondSteps, turnOff } from './second-steps.ts'

/** Stores nothing: the sealed key is sent back with the first code, so an abandoned setup changes nothing. */
@Handles(security.beginSecondStep)
export class BeginSecondStep implements Handler<typeof security.beginSecondStep> {
  constructor(
    private readonly db: Database,
    private readonly ownPassword: OwnPassword,
    private readonly secondSteps: SecondSteps,
    private readonly challenges: Challenges,
  ) {}

  async handle(input: Input<typeof security.beginSecondStep>, actor: Actor) {
    const proved = await this.ownPassword.prove(actor, { ...input, password: input.currentPassword })
    const { id: userId, email, passwordHash } = await this.db.commit(tx => this.ownPassword.hold(tx, proved))
    if (await this.secondSteps.isOn(this.db.em, userId)) throw isOnAlready()
    const key = newKey()
    const content = { userId, passwordDigest: passwordDigest(passwordHash), key }
    return { challenge: this.challenges.issue('authenticator', content), key, uri: uriOf(key, email) }
  }
}

export const isOnAlready = () => errors.CONFLICT({ reason: 'Two-step sign-in is already on.' })

/** Ends all other sessions, because they have not passed the second step. */
@Handles(security.confirmSecondStep)
export class ConfirmSecondStep implements Handler<typeof security.confirmSecondStep> {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly secondSteps: SecondSteps,
    private readonly mails: Mails,
    private readonly log: IdentityLog,
  ) {}

  async handle({ challenge, code, sessionId }: Input<typeof security.confirmSecondStep>, actor: Actor) {
    const begun = this.challenges.read('authenticator', challenge)
    const userId = requireUser(actor)
    if (begun.userId !== userId) throw errors.CHALLENGE_EXPIRED()
    const turnOn = this.secondSteps.turningOn(userId, begun.key, code)
    if (!turnOn) throw wrongCode()
    const recoveryCodes = await this.db.commit(async tx => {
      const user = await lockUser(tx, userId)
      if (!user || passwordDigest(user.passwordHash) !== begun.passwordDigest) throw errors.CHALLENGE_EXPIRED()
      if (await this.secondSteps.isOn(tx.em, userId)) throw isOnAlready()
      await this.challenges.use(tx, challenge)
      await endSessions(tx, userId, sessionId)
      tx.emit(identityAudited, ...auditArgs(actor, 'second-step.turned-on', userTarget(user)))
      this.mails.postSecurityChange(tx, user, { change: 'second_step_on' })
      return turnOn(tx)
    })
    this.log.secondStepChanged(userId, 'on')
    return { recoveryCodes }
  }
}

export const wrongCode = (): AppError =>
  errors.INVALID_INPUT({ reason: 'This code is not valid. Enter the current code of your authenticator app.' })

/** Requires password and code, so that one of them is not enough to turn it off. */
@Handles(security.endSecondStep)
export class EndSecondStep implements Handler<typeof security.endSecondStep> {
  constructor(
    private readonly ownPassword: OwnPassword,
    private readonly secondSteps: SecondSteps,
    private readonly mails: Mails,
    private readonly log: IdentityLog,
  ) {}

  async handle(input: Input<typeof security.endSecondStep>, actor: Actor) {
    const proved = await this.ownPassword.prove(actor, { ...input, password: input.currentPassword })
    await this.secondSteps.spend({ ...input, userId: proved.user.id }, wrongCode(), async tx => {
      const user = await this.ownPassword.hold(tx, proved)
      await turnOff(tx, user.id)
      tx.emit(identityAudited, ...auditArgs(actor, 'second-step.turned-off', userTarget(user)))
      this.mails.postSecurityChange(tx, user, { change: 'second_step_off' })
    })
    this.log.secondStepChanged(proved.user.id, 'off')
    return { success: true as const }
  }
}

/** Opens the session after the second step. */
@Handles(security.passSecondStep)
export class PassSecondStep implements Handler<typeof security.passSecondStep> {
  // oxlint-disable-next-line max-params -- each parameter is injected by its type
  constructor(
    private readonly challenges: Challenges,
    private readonly secondSteps: SecondSteps,
    private readonly sessions: Sessions,
    private readonly limiter: FailureLimiter,
    private readonly leaving: Leaving,
  ) {}

  async handle(input: Input<typeof security.passSecondStep>) {
    const begun = this.challenges.read('second-step', input.challenge)
    const session = await this.secondSteps.spend({ ...input, userId: begun.userId }, errors.CODE_WRONG(), async tx => {
      const user = await lockUser(tx, begun.userId)
      if (!user || user.isShutOut || passwordDigest(user.passwordHash) !== begun.passwordDigest)
        throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, input.challenge)
      await this.limiter.resetFailures(tx, accountKey(user.id))
      // the code counts as used in this case, too
      if (user.isLeaving) return this.leaving.requireChoice(user, 'password and code')
      return this.sessions.signIn(tx, user, input, 'password and code')
    })
    if (session instanceof AppError) throw session
    return session
  }
}

@Handles(security.renewRecoveryCodes)
export class RenewRecoveryCodes implements Handler<typeof security.renewRecoveryCodes> {
  constructor(
    private readonly ownPassword: OwnPassword,
    private readonly secondSteps: SecondSteps,
    private readonly mails: Mails,
  ) {}

  async handle(input: Input<typeof security.renewRecoveryCodes>, actor: Actor) {
    const proved = await this.ownPassword.prove(actor, { ...input, password: input.currentPassword })
    const recoveryCodes = await this.secondSteps.spend({ ...input, userId: proved.user.id }, wrongCode(), async tx => {
      const user = await this.ownPassword.hold(tx, proved)
      tx.emit(identityAudited, ...auditArgs(actor, 'recovery-codes.renewed', userTarget(user)))
      this.mails.postSecurityChange(tx, user, { change: 'recovery_codes' })
      return renewCodes(tx, user.id)
    })
    return { recoveryCodes }
  }
}
