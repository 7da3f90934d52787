import { errors, MAX_PASSKEYS, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { OwnPassword, type Proved } from '../passwords/own-password.ts'
import { wrongCode } from '../second-step/confirm-second-step.handler.ts'
import { SecondSteps } from '../second-step/second-steps.ts'
import { Passkey } from './passkey.entity.ts'
import { creationOptions } from './webauthn.ts'

type Begin = Input<typeof security.beginPasskey>

/** A passkey goes past the second step, so that is asked for as well where it is on. */
@Handles(security.beginPasskey)
export class BeginPasskey implements Handler<typeof security.beginPasskey> {
  private readonly db: Database
  private readonly own: OwnPassword
  private readonly secondSteps: SecondSteps
  private readonly challenges: Challenges
  constructor(db: Database, own: OwnPassword, secondSteps: SecondSteps, challenges: Challenges) {
    this.db = db
    this.own = own
    this.secondSteps = secondSteps
    this.challenges = challenges
  }

  async handle(input: Begin, actor: Actor) {
    const proved = await this.own.prove(actor, { ...input, password: input.currentPassword })
    const { user } = proved
    await this.confirmed(proved, input)
    const known = await this.db.repository(Passkey).findBy({ userId: user.id })
    if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys()
    const options = await creationOptions(user, known, input.rpId)
    const begun = { userId: user.id, passwordDigest: passwordDigest(user.passwordHash), asked: options.challenge }
    return { challenge: this.challenges.issue('add-passkey', begun), options: { ...options } }
  }

  private async confirmed(proved: Proved, input: Begin): Promise<void> {
    const { code = '', address } = input
    const userId = proved.user.id
    const guess = { userId, code, address }
    if (await this.secondSteps.isOn(this.db.em, userId))
      await this.secondSteps.spend(guess, wrongCode(), tx => this.own.hold(tx, proved))
    else await this.db.commit(tx => this.own.hold(tx, proved))
  }
}

export const tooManyPasskeys = () =>
  errors.CONFLICT({ reason: `An account has at most ${MAX_PASSKEYS} passkeys. Remove one that you do not use.` })
