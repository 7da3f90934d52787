import { act, errors, identityAudited, leaving, type Input } from '@daymark/contracts'
import { Database, Handles, type Handler } from '@daymark/platform'
import { Challenges, passwordDigest } from '../challenges/challenges.ts'
import { Mails } from '../mail/mails.ts'
import { Sessions } from '../sessions/sessions.ts'
import { announceAccess } from '../users/announce-access.ts'
import { asSelf, userTarget } from '../users/audited-user.ts'
import { lockUser } from '../users/users.ts'

/** Who proved to be her takes back that she wanted to leave. What the administration suspended meanwhile stays suspended. */
@Handles(leaving.keep)
export class KeepAccount implements Handler<typeof leaving.keep> {
  constructor(
    private readonly db: Database,
    private readonly challenges: Challenges,
    private readonly sessions: Sessions,
    private readonly mails: Mails,
  ) {}

  async handle(input: Input<typeof leaving.keep>) {
    const { challenge } = input
    const proved = this.challenges.read('keep-account', challenge)
    return this.db.commit(async tx => {
      const user = await lockUser(tx, proved.userId)
      if (!user?.isLeaving || passwordDigest(user.passwordHash) !== proved.passwordDigest)
        throw errors.CHALLENGE_EXPIRED()
      await this.challenges.use(tx, challenge)
      user.reactivate()
      await announceAccess(tx, user)
      tx.emit(identityAudited, ...act(asSelf(user, input.address), 'user.deletion-taken-back', userTarget(user)))
      this.mails.post(tx, { kind: 'account_kept', userId: user.id, recipient: user.email, data: {} })
      return this.sessions.signIn(tx, user, input, proved.by)
    })
  }
}
