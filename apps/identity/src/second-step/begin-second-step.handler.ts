import { errors, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { OwnPassword } from '../passwords/own-password.ts'
import { newKey, uriOf } from './authenticator.ts'
import { SecondSteps } from './second-steps.ts'

/** Keeps nothing: the key comes back with the first code, so whoever stops half-way is where she was. */
@Handles(security.beginSecondStep)
export class BeginSecondStep implements Handler<typeof security.beginSecondStep> {
  constructor(
    private readonly db: Database,
    private readonly own: OwnPassword,
    private readonly secondSteps: SecondSteps,
    private readonly challenges: Challenges,
  ) {}

  async handle(input: Input<typeof security.beginSecondStep>, actor: Actor) {
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    const { id: userId, email, passwordHash } = await this.db.commit(tx => this.own.hold(tx, proved))
    if (await this.secondSteps.isOn(this.db.em, userId)) throw isOnAlready()
    const key = newKey()
    const content = { userId, passwordDigest: passwordDigest(passwordHash), key }
    return { challenge: this.challenges.issue('authenticator', content), key, uri: uriOf(key, email) }
  }
}

export const isOnAlready = () => errors.CONFLICT({ reason: 'Two-step sign-in is on already.' })
