import {
  act,
  errors,
  identityAudited,
  requireUser,
  security,
  type Actor,
  type AppError,
  type Input,
} from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { IdentityLog } from '../log.ts'
import { Mails } from '../mail/mails.ts'
import { endSessions } from '../sessions/sessions.ts'
import { userTarget } from '../users/audited-user.ts'
import { lockUser } from '../users/users.ts'
import { isOnAlready } from './begin-second-step.handler.ts'
import { SecondSteps } from './second-steps.ts'

/** All other sessions end: whoever is signed in elsewhere has not passed the second step. */
@Handles(security.confirmSecondStep)
export class ConfirmSecondStep implements Handler<typeof security.confirmSecondStep> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
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
      tx.emit(identityAudited, ...act(actor, 'second-step.turned-on', userTarget(user)))
      this.mails.postSecurityChange(tx, user, { change: 'second_step_on' })
      return turnOn(tx)
    })
    this.log.secondStepChanged(userId, 'on')
    return { recoveryCodes }
  }
}

export const wrongCode = (): AppError =>
  errors.INVALID_INPUT({ reason: 'This code is not right. Please use the newest one.' })
