import { errors, MAX_PASSKEYS, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { CurrentPassword } from '../passwords/current-password.ts'
import { wrongCode } from '../second-step/confirm-second-step.handler.ts'
import { SecondSteps } from '../second-step/second-steps.ts'
import type { User } from '../users/user.entity.ts'
import { Passkey } from './passkey.entity.ts'
import { creationOptions } from './webauthn.ts'

type Begin = Input<typeof security.beginPasskey>

/** A passkey goes past the second step, so that is asked for as well where it is on. */
@Handles(security.beginPasskey)
export class BeginPasskey implements Handler<typeof security.beginPasskey> {
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

  async handle(input: Begin, actor: Actor) {
    const user = await this.current.proved(actor, input)
    await this.confirmed(user, input)
    const known = await this.db.repository(Passkey).findBy({ userId: user.id })
    if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys()
    const options = await creationOptions(user, known, input.rpId)
    const begun = { userId: user.id, passwordDigest: passwordDigest(user.passwordHash), asked: options.challenge }
    return { challenge: this.challenges.issue('add-passkey', begun), options: { ...options } }
  }

  private async confirmed(user: User, input: Begin): Promise<void> {
    const { code = '', address } = input
    const guess = { userId: user.id, code, address }
    if (await this.secondSteps.isOn(this.db.em, user.id))
      await this.secondSteps.spend(guess, wrongCode(), tx => this.current.confirm(tx, user, input))
    else await this.db.commit(tx => this.current.confirm(tx, user, input))
  }
}

export const tooManyPasskeys = () =>
  errors.CONFLICT({ reason: `An account has at most ${MAX_PASSKEYS} passkeys. Remove one that you do not use.` })
