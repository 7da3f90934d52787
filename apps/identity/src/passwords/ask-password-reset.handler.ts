import { identity, type Input, PEOPLE_PER_ADDRESS } from '@daymark/contracts'
import { Database, FailureLimiter, failureKey, Handles, networkOf, type Handler } from '@daymark/platform'
import { Mails } from '../mail/mails.ts'

/** Does the same for every name, so it tells nobody who has an account: whose it is is found when the mail leaves. */
@Handles(identity.askPasswordReset)
export class AskPasswordReset implements Handler<typeof identity.askPasswordReset> {
  constructor(
    private readonly db: Database,
    private readonly mails: Mails,
    private readonly limiter: FailureLimiter,
  ) {}

  async handle({ username, address }: Input<typeof identity.askPasswordReset>) {
    this.mails.assertSetUp()
    // The mails of one account are limited where they are made (AskedReset).
    await this.limiter.admit([{ key: failureKey('ask-reset', networkOf(address)), attempts: PEOPLE_PER_ADDRESS }])
    const recipient = username.trim()
    await this.db.commit(async tx => {
      this.mails.post(tx, { kind: 'password_reset', userId: null, recipient, data: {} })
    })
    return { success: true as const }
  }
}
