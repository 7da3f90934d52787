import { Clock, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GalleryMails, type Told } from '../gallery-mails.ts'

/** Mails to the owner of a link in an hour, of what its visitors do (rule 124). */
const PER_HOUR = 10
const HOUR_MS = 3_600_000
/** What the mail of all that is over that is made of. */
export type GatheredTold = { since: string; until: string }
type Of = { id: string; ownerId: string }

const COUNTED = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
/** Answers nothing where there is room. As long as one mail is due, all goes into it. */
const GATHER = `
  WITH gathered AS (
    INSERT INTO mail_digests AS g (link_id, owner_id, since, due_at)
    SELECT $1, $2, $3, $4
    WHERE EXISTS (SELECT FROM mail_digests WHERE link_id = $1) OR ${PER_HOUR} <= (
      SELECT count(*) FROM mails
      WHERE link_id = $1 AND created_at > $5 AND kind IN ('picks_sent', 'comment', 'visit', 'digest'))
    ON CONFLICT (link_id) DO UPDATE SET since = LEAST(g.since, excluded.since)
    RETURNING link_id
  ) SELECT link_id FROM gathered`

/** What visitors do is told mail by mail, until it is so much that one mail for all is better: anybody can do much. */
@Injectable()
export class GatheredMails {
  constructor(
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  /** `since`: the first of what it tells. */
  async tell(tx: Tx, link: Of, { since, ...told }: Told & { since: Date }): Promise<void> {
    const now = +this.clock.now()
    void tx.sql(COUNTED, [`gathered-mails ${link.id}`])
    const [dueAt, hourAgo] = [new Date(now + HOUR_MS), new Date(now - HOUR_MS)]
    const gathered = await tx.sql(GATHER, [link.id, link.ownerId, since, dueAt, hourAgo])
    if (gathered.length === 0) await this.mails.toOwner(tx, link, told)
  }
}
