import { type EventOf, identityAudited } from '@daymark/contracts'
import { type Commit, isId, On, type Subscriber } from '@daymark/platform'
import { WRITERS } from '../audit/chain/writers.ts'

/** Who is gone for good is gone from the list of activity. */
@On(identityAudited, WRITERS)
export class ForgetAccount implements Subscriber<typeof identityAudited> {
  async on({ data: { action, target } }: EventOf<typeof identityAudited>, commit: Commit) {
    if (action !== 'user.deleted' || !target || !isId(target.id)) return
    await commit(async tx => void tx.sql('DELETE FROM activity WHERE user_id = $1', [target.id]))
  }
}
