import { errors, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { CurrentPassword } from '../passwords/current-password.ts'
import { newKey, uriOf } from './authenticator.ts'
import { SecondSteps } from './second-steps.ts'

/** Keeps nothing: the key comes back with the first code, so whoever stops half-way is where she was. */
@Handles(security.beginSecondStep)
export class BeginSecondStep implements Handler<typeof security.beginSecondStep> {
  private readonly db: Database
  private readonly current: CurrentPassword
  private readonly secondSteps: SecondSteps
  private readonly challenges: Challenges
  constructor(db: Database, current: CurrentPassword, secondSteps: SecondSteps, challenges: Challenges) {
    this.db = db
    this.current = current
    this.secondSteps = secondSteps
    this.challenges = challenges
  }

  async handle(input: Input<typeof security.beginSecondStep>, actor: Actor) {
    const user = await this.current.proved(actor, input)
    const { id: userId, email, passwordHash } = await this.db.commit(tx => this.current.confirm(tx, user, input))
    if (await this.secondSteps.isOn(this.db.em, userId)) throw isOnAlready()
    const key = newKey()
    const content = { userId, passwordDigest: passwordDigest(passwordHash), key }
    return { challenge: this.challenges.issue('authenticator', content), key, uri: uriOf(key, email) }
  }
}

export const isOnAlready = () => errors.CONFLICT({ reason: 'Two-step sign-in is on already.' })
