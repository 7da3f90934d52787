import { errors, MAX_PASSKEYS, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { OwnProof } from '../second-step/own-proof.ts'
import { Passkey } from './passkey.entity.ts'
import { creationOptions } from './webauthn.ts'

type Begin = Input<typeof security.beginPasskey>

/** A passkey replaces the second step, so adding one requires the code if two-step sign-in is on. */
@Handles(security.beginPasskey)
export class BeginPasskey implements Handler<typeof security.beginPasskey> {
  constructor(
    private readonly db: Database,
    private readonly proof: OwnProof,
    private readonly challenges: Challenges,
  ) {}

  async handle(input: Begin, actor: Actor) {
    const user = await this.proof.of(actor, input)
    const known = await this.db.repository(Passkey).findBy({ userId: user.id })
    if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys()
    const options = await creationOptions(user, known, input.rpId)
    const begun = { userId: user.id, passwordDigest: passwordDigest(user.passwordHash), asked: options.challenge }
    return { challenge: this.challenges.issue('add-passkey', begun), options: { ...options } }
  }
}

export const tooManyPasskeys = () =>
  errors.CONFLICT({ reason: `An account has at most ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.` })
