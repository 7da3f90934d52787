import { type EventOf, galleryMailEnded, mailChoicesChanged } from '@daymark/contracts'
import { Clock, type Commit, On, type Subscriber } from '@daymark/platform'

/** Deletes address and content of a sent email. The row remains, so that the same email is not sent again. */
@On(galleryMailEnded)
export class ClearSentMail implements Subscriber<typeof galleryMailEnded> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { mailId } }: EventOf<typeof galleryMailEnded>, commit: Commit) {
    await commit(async tx => {
      tx.send(`UPDATE mails SET address = NULL, data = '{}', finished_at = $2 WHERE id = $1`, [
        mailId,
        this.clock.now(),
      ])
    })
  }
}

/** Stores which emails an owner wants, so that no other emails are enqueued. Ignores versions older than the stored version. */
@On(mailChoicesChanged)
export class StoreMailChoices implements Subscriber<typeof mailChoicesChanged> {
  async on({ data: { userId, version, wanted } }: EventOf<typeof mailChoicesChanged>, commit: Commit) {
    await commit(async tx => {
      tx.send(
        `INSERT INTO mail_preferences (owner_id, version, topics) VALUES ($1, $2, $3)
         ON CONFLICT (owner_id) DO UPDATE SET version = $2, topics = $3 WHERE mail_preferences.version < $2`,
        [userId, version, wanted],
      )
    })
  }
}
