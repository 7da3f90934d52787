import { mailChoicesChanged, type EventOf } from '@daymark/contracts'
import { On, type Commit, type Subscriber } from '@daymark/platform'

/** Which mails an owner wants, so that none is made that nobody reads. The newest version wins. */
@On(mailChoicesChanged)
export class RememberMailChoices implements Subscriber<typeof mailChoicesChanged> {
  async on({ data: { userId, version, wanted } }: EventOf<typeof mailChoicesChanged>, commit: Commit) {
    await commit(async tx => {
      void tx.sql(
        `INSERT INTO mail_choices (owner_id, version, topics) VALUES ($1, $2, $3)
         ON CONFLICT (owner_id) DO UPDATE SET version = $2, topics = $3 WHERE mail_choices.version < $2`,
        [userId, version, wanted],
      )
    })
  }
}
