import { userAccessChanged, type EventOf } from '@daymark/contracts'
import { On, prepared, type Commit, type Subscriber } from '@daymark/platform'

const REMEMBER = prepared(`
  INSERT INTO owners (user_id, version, may_act) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET version = $2, may_act = $3 WHERE owners.version < $2`)

/** Tokens are refused while their owner may not act; the newest version counts, whatever order they come in. */
@On(userAccessChanged)
export class RememberAccess implements Subscriber<typeof userAccessChanged> {
  async on({ data: { userId, version, mayAct } }: EventOf<typeof userAccessChanged>, commit: Commit) {
    await commit(async tx => void tx.sql(REMEMBER, [userId, version, mayAct]))
  }
}
