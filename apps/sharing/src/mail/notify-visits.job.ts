import { VISIT_GAP_MS } from '@daymark/contracts'
import { Clock, Database, Every, type Job, type Tx } from '@daymark/platform'
import { MailDigests } from './mail-digests.job.ts'
import type { VisitMailData } from './visit-mails.ts'

const VISITS_PER_BATCH = 100
/** A visit in `visit_mails`. `hasFurtherActivity`: the visitor was active after the immediate email about the first action. */
type DueVisit = {
  linkId: string
  ownerId: string
  visitorId: string
  listId: string | null
  everyVisit: boolean
  hasFurtherActivity: boolean
  notifiedAt: Date | null
  startedAt: Date
  lastAt: Date | null
}

/** Selects visits whose email may be due. With `SKIP LOCKED`, concurrent replicas get different rows. */
const FIND_DUE_VISITS = `
  SELECT m.link_id AS "linkId", m.owner_id AS "ownerId", m.visitor_id AS "visitorId", m.list_id AS "listId", m.every_visit AS "everyVisit", m.has_more AS "hasFurtherActivity",
    m.notified_at AS "notifiedAt", m.started_at AS "startedAt",
    (SELECT v.last_at FROM visits v WHERE v.link_id = m.link_id AND v.visitor_id = m.visitor_id ORDER BY v.started_at DESC LIMIT 1)
      AS "lastAt"
  FROM visit_mails m WHERE m.due_at <= $1 ORDER BY m.due_at LIMIT ${VISITS_PER_BATCH} FOR UPDATE OF m SKIP LOCKED`
const POSTPONE_VISIT = 'UPDATE visit_mails SET due_at = $3 WHERE link_id = $1 AND visitor_id = $2'
const DELETE_VISIT = 'DELETE FROM visit_mails WHERE link_id = $1 AND visitor_id = $2'

/** Enqueues emails about visits that have ended, half an hour after their last activity (rule 42). */
@Every('1m')
export class NotifyVisits implements Job {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly mails: MailDigests,
  ) {}

  async run(): Promise<void> {
    while ((await this.db.commit(tx => this.notifyDue(tx, this.clock.now()))) === VISITS_PER_BATCH);
  }

  private async notifyDue(tx: Tx, now: Date): Promise<number> {
    const dueVisits = await tx.sql<DueVisit>(FIND_DUE_VISITS, [now])
    // in the order of links, because the hourly limit is checked under a lock per link
    for (const visit of dueVisits.toSorted((a, b) => (a.linkId < b.linkId ? -1 : 1))) {
      const { linkId, visitorId, lastAt } = visit
      const endsAt = new Date(+(lastAt ?? 0) + VISIT_GAP_MS)
      if (endsAt > now) tx.send(POSTPONE_VISIT, [linkId, visitorId, endsAt])
      else {
        tx.send(DELETE_VISIT, [linkId, visitorId])
        if (visit.everyVisit || visit.hasFurtherActivity) await this.notify(tx, visit, now)
      }
    }
    return dueVisits.length
  }

  private notify(tx: Tx, visit: DueVisit, now: Date): Promise<void> {
    const { linkId: id, ownerId, visitorId, listId, everyVisit, hasFurtherActivity, notifiedAt, startedAt } = visit
    const since = hasFurtherActivity && notifiedAt ? notifiedAt.toISOString() : null
    const data: VisitMailData = {
      visitorId,
      listId,
      everyVisit,
      startedAt: startedAt.toISOString(),
      until: now.toISOString(),
      since,
    }
    const occasion = `${visitorId} ${data.startedAt}`
    const digestSince = everyVisit ? startedAt : (notifiedAt ?? now)
    return this.mails.notify(tx, { id, ownerId }, { kind: 'visit', occasion, data, since: digestSince })
  }
}
