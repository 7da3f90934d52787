import { galleryMailEnded, type EventOf } from '@daymark/contracts'
import { Clock, On, type Commit, type Subscriber } from '@daymark/platform'

/** Its key stays for a while, so that nobody is told the same again. */
@On(galleryMailEnded)
export class ForgetSentMail implements Subscriber<typeof galleryMailEnded> {
  constructor(private readonly clock: Clock) {}

  async on({ data: { mailId } }: EventOf<typeof galleryMailEnded>, commit: Commit) {
    await commit(async tx => {
      void tx.sql(`UPDATE mails SET address = NULL, data = '{}', ended_at = $2 WHERE id = $1`, [
        ...[mailId, this.clock.now()],
      ])
    })
  }
}
