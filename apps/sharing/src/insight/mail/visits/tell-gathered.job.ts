import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { GalleryMails } from '../gallery-mails.ts'
import type { GatheredTold } from './gathered-mails.ts'

const BATCH = 100
type Due = { id: string; ownerId: string; since: Date }

/** Of two replicas each takes its own. */
const TAKE = `
  WITH due AS (
    SELECT link_id FROM mail_digests WHERE due_at <= $1 ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM mail_digests WHERE link_id IN (SELECT link_id FROM due) RETURNING link_id, owner_id, since
  ) SELECT link_id AS id, owner_id AS "ownerId", since FROM taken`

/** Of what was not told mail by mail there is one, an hour after it began to be too much (gathered-mails.ts). */
@Every('1m')
export class TellGathered implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  async run(): Promise<void> {
    while ((await this.db.commit(tx => this.tell(tx, this.clock.now()))) === BATCH);
  }

  private async tell(tx: Tx, now: Date): Promise<number> {
    const due = await tx.sql<Due>(TAKE, [now])
    for (const { since, ...link } of due) {
      const data: GatheredTold = { since: since.toISOString(), until: now.toISOString() }
      await this.mails.toOwner(tx, link, { kind: 'digest', occasion: `${data.since} ${data.until}`, data })
    }
    return due.length
  }
}
