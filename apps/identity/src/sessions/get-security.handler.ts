import { requireUser, security, type Actor, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Passkey } from '../passkeys/passkey.entity.ts'
import { SecondStep } from '../second-step/second-step.entity.ts'

/** How somebody signs in beside the password. */
@Handles(security.getSecurity)
export class GetSecurity implements Handler<typeof security.getSecurity> {
  constructor(private readonly db: Database) {}

  async handle(_: Input<typeof security.getSecurity>, actor: Actor) {
    const userId = requireUser(actor)
    const [secondStep, codes, passkeys] = await Promise.all([
      this.db.repository(SecondStep).findOneBy({ userId }),
      this.db.sql<{ left: number }>('SELECT count(*)::int AS left FROM recovery_codes WHERE user_id = $1', [userId]),
      this.db.repository(Passkey).find({ where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } }),
    ])
    return {
      secondStepSince: secondStep?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: codes[0]?.left ?? 0,
      passkeys: passkeys.map(passkey => passkey.view()),
    }
  }
}
