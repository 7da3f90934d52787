import { usageChanged, type EventOf } from '@daymark/contracts'
import { On, prepared, type Commit, type Subscriber } from '@daymark/platform'

@On(usageChanged)
export class RememberUsage implements Subscriber<typeof usageChanged> {
  async on({ data }: EventOf<typeof usageChanged>, commit: Commit) {
    await commit(async tx => {
      void tx.sql(
        prepared('UPDATE users SET storage_used = $3, usage_version = $2 WHERE id = $1 AND usage_version < $2'),
        [data.ownerId, data.version, data.bytes],
      )
    })
  }
}
