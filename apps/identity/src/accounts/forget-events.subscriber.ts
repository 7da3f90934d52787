import { userDeleted, type EventOf } from '@daymark/contracts'
import { forgetDeadLetters, On, type Commit, type Subscriber } from '@daymark/platform'

/** The account itself went with its deletion. */
@On(userDeleted, { asJob: true })
export class ForgetEvents implements Subscriber<typeof userDeleted> {
  async on({ data: { userId } }: EventOf<typeof userDeleted>, commit: Commit) {
    await commit(async tx => forgetDeadLetters(tx, userId))
  }
}
