import { HOUR_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { GalleryMails, type MailCause, type MailLink } from './gallery-mails.ts'

/** Maximum number of emails per hour and link about the activity of visitors (rule 124). */
const MAILS_PER_HOUR = 10
/** The period of a queued digest. */
export type DigestData = { since: string; until: string }

/** Adds an activity to the digest of a link if a digest is pending or the hourly limit is reached. Returns a row if it was added. */
const ADD_TO_DIGEST = `
  INSERT INTO mail_digests AS g (link_id, owner_id, since, due_at)
  SELECT $1, $2, $3, $4
  WHERE EXISTS (SELECT FROM mail_digests WHERE link_id = $1) OR ${MAILS_PER_HOUR} <= (
    SELECT count(*) FROM mails
    WHERE link_id = $1 AND created_at > $5 AND kind IN ('picks_sent', 'comment', 'visit', 'digest'))
  ON CONFLICT (link_id) DO UPDATE SET since = LEAST(g.since, excluded.since)
  RETURNING link_id`

/**
 * Enqueues one email per activity of visitors until the hourly limit of the link is reached. Further activities are combined in a digest,
 * because visitors can cause any number of them.
 */
@Injectable()
export class MailDigests {
  constructor(
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  /** Enqueues the email or adds its activity to a digest. `since` is the time of the first reported activity. */
  async notify(tx: Tx, link: MailLink, { since, ...cause }: MailCause & { since: Date }): Promise<void> {
    const now = +this.clock.now()
    tx.lock(`mail-digest ${link.id}`)
    const [dueAt, hourAgo] = [new Date(now + HOUR_MS), new Date(now - HOUR_MS)]
    const added = await tx.sql(ADD_TO_DIGEST, [link.id, link.ownerId, since, dueAt, hourAgo])
    if (added.length === 0) await this.mails.enqueueForOwner(tx, link, cause)
  }
}

const DIGESTS_PER_BATCH = 100
type DueDigest = { id: string; ownerId: string; since: Date }

/** Removes and returns due digests. With `SKIP LOCKED`, concurrent replicas get different rows. */
const CLAIM_DUE_DIGESTS = `
  WITH due AS (
    SELECT link_id FROM mail_digests WHERE due_at <= $1 ORDER BY due_at LIMIT ${DIGESTS_PER_BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM mail_digests WHERE link_id IN (SELECT link_id FROM due) RETURNING link_id AS id, owner_id AS "ownerId", since`

/** Enqueues each digest one hour after its first activity. */
@Every('1m')
export class SendDigests implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: GalleryMails,
  ) {}

  async run(): Promise<void> {
    while ((await this.db.commit(tx => this.enqueueDue(tx, this.clock.now()))) === DIGESTS_PER_BATCH);
  }

  private async enqueueDue(tx: Tx, now: Date): Promise<number> {
    const dueDigests = await tx.sql<DueDigest>(CLAIM_DUE_DIGESTS, [now])
    for (const { since, ...link } of dueDigests) {
      const data: DigestData = { since: since.toISOString(), until: now.toISOString() }
      await this.mails.enqueueForOwner(tx, link, { kind: 'digest', occasion: `${data.since} ${data.until}`, data })
    }
    return dueDigests.length
  }
}
