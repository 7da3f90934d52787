import { galleriesChanged, userAccessChanged, type EventOf } from '@daymark/contracts'
import { On, prepared, type Commit, type Subscriber } from '@daymark/platform'

const REMEMBER = prepared(`
  INSERT INTO owners (user_id, version, suspended) VALUES ($1, $2, $3)
  ON CONFLICT (user_id) DO UPDATE SET version = $2, suspended = $3 WHERE owners.version < $2 RETURNING user_id`)

/** Galleries are closed while their owner is suspended; a temporary password closes none. */
@On(userAccessChanged)
export class RememberAccess implements Subscriber<typeof userAccessChanged> {
  async on({ data }: EventOf<typeof userAccessChanged>, commit: Commit) {
    const { userId, version, suspended } = data
    if (suspended === undefined) return commit(async () => {})
    await commit(async tx => {
      const [told] = await tx.sql(REMEMBER, [userId, version, suspended])
      if (told) tx.emit(galleriesChanged, userId, { ownerId: userId, version, open: !suspended })
    })
  }
}
