import { AppError, errors, security, type Input } from '@daymark/contracts'
import { FailureLimiter, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { accountKey } from '../limiter/login-keys.ts'
import { Leaving } from '../leaving/leaving.ts'
import { Sessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import { SecondSteps } from './second-steps.ts'

/** The session that a right password did not open yet. */
@Handles(security.passSecondStep)
export class PassSecondStep implements Handler<typeof security.passSecondStep> {
  // oxlint-disable-next-line max-params -- each is asked for by its type
  constructor(
    private readonly challenges: Challenges,
    private readonly secondSteps: SecondSteps,
    private readonly sessions: Sessions,
    private readonly limiter: FailureLimiter,
    private readonly leaving: Leaving,
  ) {}

  async handle(input: Input<typeof security.passSecondStep>) {
    const begun = this.challenges.read('second-step', input.challenge)
    const done = await this.secondSteps.spend({ ...input, userId: begun.userId }, errors.CODE_WRONG(), async tx => {
      const user = await lockUser(tx, begun.userId)
      if (!user || user.isShutOut || passwordDigest(user.passwordHash) !== begun.passwordDigest)
        throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, input.challenge)
      await this.limiter.forgive(tx, accountKey(user.id))
      // the code is spent all the same
      if (user.isLeaving) return this.leaving.asked(user, 'password and code')
      return this.sessions.signIn(tx, user, input, 'password and code')
    })
    if (done instanceof AppError) throw done
    return done
  }
}
