import { watermarkChanged, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'

@On(watermarkChanged)
export class RememberWatermark implements Subscriber<typeof watermarkChanged> {
  async on({ data: { ownerId, revision, exists } }: EventOf<typeof watermarkChanged>, commit: Commit) {
    await commit(async tx => {
      void tx.sql(
        `INSERT INTO watermarks (owner_id, revision, present) VALUES ($1, $2, $3)
         ON CONFLICT (owner_id) DO UPDATE SET revision = $2, present = $3 WHERE watermarks.revision < $2`,
        [ownerId, revision, exists],
      )
    })
  }
}
