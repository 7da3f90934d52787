import type { GalleryMail } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { isExpired } from '../links/link.entity.ts'
import { countPicks } from '../proofing/picks/pick-list.ts'
import type { DigestData } from './mail-digests.job.ts'
import { isCurrentExpiry, type QueuedMail } from './queued-mail.ts'
import { isTopicEnabled } from './recipients.ts'
import type { VisitMailData } from './visit-mails.ts'

/** Comments of the owner are not reported to the owner. */
const COUNT_DIGEST = `
  SELECT (SELECT count(*)::int FROM visits WHERE $4 AND link_id = $1 AND started_at >= $2 AND started_at < $3) AS visits,
    (SELECT count(*)::int FROM comments
     WHERE link_id = $1 AND visitor_id IS NOT NULL AND created_at >= $2 AND created_at < $3) AS comments,
    (SELECT count(*)::int FROM pick_lists WHERE link_id = $1 AND sent_at >= $2 AND sent_at < $3) AS lists`

type DigestCounts = { visits: number; comments: number; lists: number }

/** Content of a digest. Visits are included if the owner wants an email about each visit. */
@Injectable()
export class DigestContent {
  constructor(private readonly db: Database) {}

  async read({ linkId, ownerId, gallery, data }: QueuedMail): Promise<GalleryMail | null> {
    const { since, until } = data as DigestData
    const includesVisits = await isTopicEnabled(this.db, ownerId, 'gallery_activity')
    const [counts] = await this.db.sql<DigestCounts>(COUNT_DIGEST, [linkId, since, until, includesVisits])
    if (!counts || counts.visits + counts.comments + counts.lists === 0) return null
    const topic = includesVisits ? ('gallery_activity' as const) : ('gallery_feedback' as const)
    return { kind: 'digest', linkId, gallery, topic, since, ...counts }
  }
}

const SELECT_VISIT_FIGURES = `
  SELECT (count(DISTINCT e.photo_id) FILTER (WHERE e.type = 'photo_view'))::int AS photos,
    coalesce(sum(CASE WHEN jsonb_typeof(e.data -> 'count') = 'number'
      THEN LEAST(GREATEST(round((e.data ->> 'count')::numeric), 1), 100000) ELSE 1 END) FILTER (WHERE e.type = 'download'), 0)::int
      AS downloads
  FROM visits v JOIN visit_events e ON e.visit_id = v.id
  WHERE v.link_id = $1 AND v.visitor_id = $2 AND v.started_at >= $3 AND v.started_at <= $4`
const FIND_PICK_LIST = `
  SELECT id, name, picking AND changed_at > $3 AS changed, coalesce(sent_at > $3, false) AS sent,
    (SELECT count(*)::int FROM comments c WHERE c.visitor_id = l.id AND c.created_at > $3) AS comments
  FROM pick_lists l WHERE id = $1 AND link_id = $2`

type PickListActivity = { id: string; name: string; changed: boolean; sent: boolean; comments: number }

/**
 * Content of an email about a visit: the whole visit if the owner wants that, otherwise what followed the email about
 * its first action.
 */
@Injectable()
export class VisitContent {
  constructor(private readonly db: Database) {}

  async read(mail: QueuedMail): Promise<GalleryMail | null> {
    const visit = mail.data as VisitMailData
    const isWhole = visit.everyVisit && (await isTopicEnabled(this.db, mail.ownerId, 'gallery_activity'))
    if (!isWhole && visit.since === null) return null
    const { linkId, gallery } = mail
    return {
      kind: 'visit' as const,
      linkId,
      gallery,
      startedAt: visit.startedAt,
      topic: isWhole ? ('gallery_activity' as const) : ('gallery_feedback' as const),
      ...(isWhole ? await this.findFigures(linkId, visit) : { photos: 0, downloads: 0 }),
      ...(await this.readActions(mail, visit, isWhole)),
    }
  }

  private async readActions(mail: QueuedMail, visit: VisitMailData, isWhole: boolean) {
    const list = await this.findPickList(mail.linkId, visit, isWhole)
    if (!list) return { name: null, comments: 0, picks: null }
    const { id, name, comments, changed, sent } = list
    const includesPicks = isWhole ? changed : sent
    return { name, comments, picks: includesPicks ? { ...(await countPicks(this.db, mail, id)), sent } : null }
  }

  private async findPickList(linkId: string, { listId, startedAt, since }: VisitMailData, isWhole: boolean) {
    if (listId === null) return undefined
    // slightly before the visit, because its first action may have the same timestamp
    const from = isWhole ? new Date(Date.parse(startedAt) - 1) : new Date(since ?? startedAt)
    const [list] = await this.db.sql<PickListActivity>(FIND_PICK_LIST, [listId, linkId, from])
    return list
  }

  private async findFigures(linkId: string, { visitorId, startedAt, until }: VisitMailData) {
    const [row] = await this.db.sql<{ photos: number; downloads: number }>(SELECT_VISIT_FIGURES, [
      linkId,
      visitorId,
      startedAt,
      until,
    ])
    return row ?? { photos: 0, downloads: 0 }
  }
}

const FIND_COMMENT = `
  SELECT v.name, c.text, p.original_filename AS photo FROM comments c
  JOIN pick_lists v ON v.id = c.visitor_id JOIN photos p ON p.id = c.photo_id WHERE c.id = $1 AND c.link_id = $2`

/** Content of emails to the owner of a gallery; null if the cause no longer exists. */
@Injectable()
export class OwnerMail {
  // oxlint-disable-next-line max-params -- one parameter per dependency
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visits: VisitContent,
    private readonly digests: DigestContent,
  ) {}

  async read(mail: QueuedMail): Promise<GalleryMail | null> {
    switch (mail.kind) {
      case 'picks_sent':
        return this.picksMail(mail)
      case 'comment':
        return this.commentMail(mail)
      case 'visit':
        return this.visits.read(mail)
      case 'digest':
        return this.digests.read(mail)
      case 'link_expiry':
        return this.expiryMail(mail)
      default:
        return null
    }
  }

  private async picksMail(mail: QueuedMail): Promise<GalleryMail | null> {
    const { linkId, gallery, data } = mail
    const [list] = await this.db.sql<{ id: string; name: string }>(
      'SELECT id, name FROM pick_lists WHERE id = $1 AND link_id = $2 AND sent_at IS NOT NULL',
      [data['listId'], linkId],
    )
    if (!list) return null
    return { kind: 'picks_sent', linkId, gallery, name: list.name, ...(await countPicks(this.db, mail, list.id)) }
  }

  private async commentMail({ linkId, gallery, data }: QueuedMail): Promise<GalleryMail | null> {
    const [comment] = await this.db.sql<{ name: string; text: string; photo: string }>(FIND_COMMENT, [
      data['commentId'],
      linkId,
    ])
    return comment ? { kind: 'comment', linkId, gallery, ...comment } : null
  }

  private expiryMail(mail: QueuedMail): GalleryMail | null {
    const { linkId, gallery, revoked, expiresAt } = mail
    if (revoked || !expiresAt || !isCurrentExpiry(mail) || isExpired(expiresAt, this.clock.now())) return null
    return { kind: 'link_expiry', linkId, gallery, expiresAt: expiresAt.toISOString() }
  }
}
