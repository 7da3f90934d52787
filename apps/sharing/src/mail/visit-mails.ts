import { type GalleryMail, VISIT_GAP_MS } from '@daymark/contracts'
import { Clock, preparedStatement, type Tx } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { hasKeySql, visitorKeyHash } from '../proofing/visitors/named-visitors.ts'
import type { MailLink } from './gallery-mails.ts'
import { MailDigests } from './mail-digests.job.ts'

/**
 * Data of a queued email about a visit. `everyVisit`: the owner receives emails about all visits; `since`: the time of the immediate email
 * about the first action, or null if there was no activity after that email.
 */
export type VisitMailData = {
  visitorId: string
  listId: string | null
  everyVisit: boolean
  startedAt: string
  until: string
  since: string | null
}
type VisitActivity = { visitorId: string; beginsVisit: boolean; time: Date; visitorKey: string | undefined }
/** An action of a visitor. `since`: the time from which a digest counts activity, at or before the time of the action. */
type VisitAction = { visitorId: string | undefined; listId: string; occasion: string; data: object; since: Date }

const INSERT_VISIT_MAIL = preparedStatement(`
  INSERT INTO visit_mails (link_id, visitor_id, owner_id, every_visit, started_at, due_at) VALUES ($1, $2, $3, true, $4, $5)
  ON CONFLICT (link_id, visitor_id) DO UPDATE SET every_visit = true`)
const SET_PICK_LIST = preparedStatement(`
  UPDATE visit_mails SET list_id = (SELECT id FROM pick_lists v WHERE v.link_id = $1 AND ${hasKeySql('v', '$3')})
  WHERE link_id = $1 AND visitor_id = $2 AND list_id IS NULL`)
/**
 * SQL for the visitor id of a row in `visit_mails`. A pick list identifies a visit across browsers, because the visitor id of a browser can
 * be forged. If the visit of this browser belongs to another list, the id is 'list ' and the id of the list; no cookie can have this value,
 * because it contains a space.
 */
const VISITOR_ID_OF_ROW_SQL = `coalesce(
  (SELECT visitor_id FROM visit_mails WHERE link_id = $1 AND list_id = $4::uuid ORDER BY notified_at LIMIT 1),
  (SELECT 'list ' || $4::text FROM visit_mails WHERE link_id = $1 AND visitor_id = $2 AND list_id <> $4::uuid),
  $2::text, 'list ' || $4::text)`
const UPSERT_ACTION = preparedStatement(`
  INSERT INTO visit_mails AS v (link_id, visitor_id, owner_id, list_id, every_visit, notified_at, started_at, due_at)
  VALUES ($1, ${VISITOR_ID_OF_ROW_SQL}, $3, $4::uuid, false, $5, $5, $6)
  ON CONFLICT (link_id, visitor_id) DO UPDATE
    SET list_id = $4::uuid, has_more = v.notified_at IS NOT NULL, notified_at = coalesce(v.notified_at, $5), due_at = $6
  RETURNING has_more AS "hasFurtherActivity"`)

/**
 * Decides when the owner of a link receives emails about a visit: immediately about the first comment or submitted list, and after the
 * visit about further activity, or about the whole visit if the owner enabled such emails (notify-visits.job.ts).
 */
@Injectable()
export class VisitMails {
  constructor(
    private readonly clock: Clock,
    private readonly mails: MailDigests,
  ) {}

  /**
   * Records activity of a visit for an owner who wants emails about every visit. `visitorKey` identifies a visitor who has entered a name.
   */
  recordVisit(tx: Tx, { id, ownerId }: MailLink, activity: VisitActivity): void {
    const { visitorId, beginsVisit, time, visitorKey } = activity
    if (beginsVisit) tx.send(INSERT_VISIT_MAIL, [id, visitorId, ownerId, time, endOfVisit(time)])
    if (visitorKey !== undefined) tx.send(SET_PICK_LIST, [id, visitorId, visitorKeyHash(visitorKey)])
  }

  /** Records that a visitor submitted a pick list or wrote a comment, and enqueues an email if this is the first action of the visit. */
  async recordAction(
    tx: Tx,
    link: MailLink,
    kind: Extract<GalleryMail['kind'], 'picks_sent' | 'comment'>,
    action: VisitAction,
  ): Promise<void> {
    const { visitorId, listId, ...cause } = action
    const now = this.clock.now()
    const values = [link.id, visitorId ?? null, link.ownerId, listId, now, endOfVisit(now)]
    const [row] = await tx.sql<{ hasFurtherActivity: boolean }>(UPSERT_ACTION, values)
    if (!row?.hasFurtherActivity) await this.mails.notify(tx, link, { kind, ...cause })
  }
}

const endOfVisit = (now: Date): Date => new Date(+now + VISIT_GAP_MS)
