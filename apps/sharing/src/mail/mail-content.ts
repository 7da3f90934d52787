import type { GalleryMail } from '@daymark/contracts'
import { Clock, Database } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { isOwnerSuspendedSql } from '../links/gallery/gallery-access.ts'
import { isExpired } from '../links/link.entity.ts'
import { countPicks } from '../proofing/picks/pick-list.ts'
import { Domains } from '../sites/domains/domains.ts'
import type { DigestData } from './mail-digests.job.ts'
import { PersonalLinkKeys, UnsubscribeTokens } from './mail-tokens.ts'
import { isTopicEnabled, optOutSql } from './recipients.ts'
import type { VisitMailData } from './visit-mails.ts'

/** A queued email, with the state of its link when it is read. */
export type QueuedMail = {
  id: string
  linkId: string
  ownerId: string
  albumId: string
  kind: GalleryMail['kind']
  address: string | null
  hash: string | null
  data: Record<string, unknown>
  gallery: string
  token: string
  slug: string | null
  revoked: boolean
  expiresAt: Date | null
  ownerSuspended: boolean
}

/**
 * Finds a queued email. Finds nothing if the link was deleted or trashed, or if the email is too old to be sent (delete-old-mails.job.ts).
 */
export const FIND_QUEUED_MAIL = `
  SELECT m.id, m.link_id AS "linkId", m.owner_id AS "ownerId", l.album_id AS "albumId", m.kind, m.address, m.address_hash AS hash, m.data,
    a.title AS gallery, l.token, l.slug, l.revoked, l.expires_at AS "expiresAt", ${isOwnerSuspendedSql('l.owner_id')} AS "ownerSuspended"
  FROM mails m JOIN links l ON l.id = m.link_id JOIN albums a ON a.id = l.album_id 
  WHERE m.id = $1 AND m.finished_at IS NULL AND m.created_at > $2`

/** Returns true if the link still has the expiry date that the email states. */
const isCurrentExpiry = ({ data, expiresAt }: QueuedMail): boolean => data['expiresAt'] === expiresAt?.toISOString()

/** Counts the activity for a digest. Comments of the owner, who receives the digest, do not count. */
const COUNT_DIGEST = `
  SELECT (SELECT count(*)::int FROM visits WHERE $4 AND link_id = $1 AND started_at >= $2 AND started_at < $3) AS visits,
    (SELECT count(*)::int FROM comments
     WHERE link_id = $1 AND visitor_id IS NOT NULL AND created_at >= $2 AND created_at < $3) AS comments,
    (SELECT count(*)::int FROM pick_lists WHERE link_id = $1 AND sent_at >= $2 AND sent_at < $3) AS lists`

type DigestCounts = { visits: number; comments: number; lists: number }

/** Reads the content of a digest, which includes visits if the owner has enabled emails about visits. Null if there was no activity. */
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

const COUNT_VISIT_ACTIVITY = `
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
 * Reads the content of an email about a visit: the whole visit if the owner has enabled emails about visits, otherwise only the activity
 * after the immediate email about its first action.
 */
@Injectable()
export class VisitContent {
  constructor(private readonly db: Database) {}

  async read(mail: QueuedMail): Promise<GalleryMail | null> {
    const visit = mail.data as VisitMailData
    const coversWholeVisit = visit.everyVisit && (await isTopicEnabled(this.db, mail.ownerId, 'gallery_activity'))
    if (!coversWholeVisit && visit.since === null) return null
    const { linkId, gallery } = mail
    return {
      kind: 'visit' as const,
      linkId,
      gallery,
      startedAt: visit.startedAt,
      topic: coversWholeVisit ? ('gallery_activity' as const) : ('gallery_feedback' as const),
      ...(coversWholeVisit ? await this.countVisitActivity(linkId, visit) : { photos: 0, downloads: 0 }),
      ...(await this.readActions(mail, visit, coversWholeVisit)),
    }
  }

  private async readActions(mail: QueuedMail, visit: VisitMailData, coversWholeVisit: boolean) {
    const pickList = await this.findPickList(mail.linkId, visit, coversWholeVisit)
    if (!pickList) return { name: null, comments: 0, picks: null }
    const { id, name, comments, changed, sent } = pickList
    const includesPicks = coversWholeVisit ? changed : sent
    return { name, comments, picks: includesPicks ? { ...(await countPicks(this.db, mail, id)), sent } : null }
  }

  private async findPickList(linkId: string, { listId, startedAt, since }: VisitMailData, coversWholeVisit: boolean) {
    if (listId === null) return undefined
    // one millisecond before the visit, because its first action may have the same timestamp
    const changedAfter = coversWholeVisit ? new Date(Date.parse(startedAt) - 1) : new Date(since ?? startedAt)
    const [pickList] = await this.db.sql<PickListActivity>(FIND_PICK_LIST, [listId, linkId, changedAfter])
    return pickList
  }

  private async countVisitActivity(linkId: string, { visitorId, startedAt, until }: VisitMailData) {
    const [row] = await this.db.sql<{ photos: number; downloads: number }>(COUNT_VISIT_ACTIVITY, [
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

/**
 * Reads the content of emails to the owner of a gallery. Null if the pick list or comment no longer exists or the expiry date has changed.
 */
@Injectable()
export class OwnerMailContent {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly visits: VisitContent,
    private readonly digests: DigestContent,
  ) {}

  async read(mail: QueuedMail): Promise<GalleryMail | null> {
    switch (mail.kind) {
      case 'picks_sent':
        return this.readPicksMail(mail)
      case 'comment':
        return this.readCommentMail(mail)
      case 'visit':
        return this.visits.read(mail)
      case 'digest':
        return this.digests.read(mail)
      case 'link_expiry':
        return this.readExpiryMail(mail)
      default:
        return null
    }
  }

  private async readPicksMail(mail: QueuedMail): Promise<GalleryMail | null> {
    const { linkId, gallery, data } = mail
    const [pickList] = await this.db.sql<{ id: string; name: string }>(
      'SELECT id, name FROM pick_lists WHERE id = $1 AND link_id = $2 AND sent_at IS NOT NULL',
      [data['listId'], linkId],
    )
    if (!pickList) return null
    const counts = await countPicks(this.db, mail, pickList.id)
    return { kind: 'picks_sent', linkId, gallery, name: pickList.name, ...counts }
  }

  private async readCommentMail({ linkId, gallery, data }: QueuedMail): Promise<GalleryMail | null> {
    const [comment] = await this.db.sql<{ name: string; text: string; photo: string }>(FIND_COMMENT, [
      data['commentId'],
      linkId,
    ])
    return comment ? { kind: 'comment', linkId, gallery, ...comment } : null
  }

  private readExpiryMail(mail: QueuedMail): GalleryMail | null {
    const { linkId, gallery, revoked, expiresAt } = mail
    if (revoked || !expiresAt || !isCurrentExpiry(mail) || isExpired(expiresAt, this.clock.now())) return null
    return { kind: 'link_expiry', linkId, gallery, expiresAt: expiresAt.toISOString() }
  }
}

type Recipient = Omit<Extract<GalleryMail, { kind: 'gallery_ready' }>, 'kind'>

/** Reads the content of emails to visitors of a gallery. Null if visitors cannot open the gallery or the recipient has unsubscribed. */
@Injectable()
export class VisitorMailContent {
  // oxlint-disable-next-line max-params -- one parameter per dependency
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly domains: Domains,
    private readonly unsubscribeTokens: UnsubscribeTokens,
    private readonly keys: PersonalLinkKeys,
  ) {}

  async read(mail: QueuedMail): Promise<GalleryMail | null> {
    const recipient = await this.findRecipient(mail)
    if (!recipient) return null
    switch (mail.kind) {
      case 'gallery_ready':
        return { kind: mail.kind, ...recipient }
      case 'personal_link':
        return this.readPersonalLinkMail(mail, recipient)
      case 'link_expires':
        return isCurrentExpiry(mail)
          ? { kind: mail.kind, ...recipient, expiresAt: String(mail.data['expiresAt']) }
          : null
      default:
        return null
    }
  }

  private async findRecipient(mail: QueuedMail): Promise<Recipient | null> {
    const { linkId, ownerId, gallery, address, hash } = mail
    if (address === null || hash === null || !this.isOpen(mail) || !(await this.hasNotUnsubscribed(mail))) return null
    return {
      linkId,
      gallery,
      address,
      path: `/share/${mail.slug ?? mail.token}`,
      host: await this.findCustomHost(ownerId),
      unsubscribe: this.unsubscribeTokens.issueToken({ linkId, ownerId, hash }),
    }
  }

  /** Returns the email with a personal link, or null if the pick list was removed. */
  private async readPersonalLinkMail(
    { id, data }: QueuedMail,
    recipient: Omit<Extract<GalleryMail, { kind: 'personal_link' }>, 'kind' | 'key'>,
  ) {
    const listId = String(data['listId'])
    const lists = await this.db.sql('SELECT id FROM pick_lists WHERE id = $1', [listId])
    return lists.length ? { kind: 'personal_link' as const, ...recipient, key: this.keys.keyFor(id) } : null
  }

  private isOpen({ revoked, expiresAt, ownerSuspended }: QueuedMail): boolean {
    return !revoked && !ownerSuspended && !isExpired(expiresAt, this.clock.now())
  }

  private async hasNotUnsubscribed({ linkId, ownerId, hash }: QueuedMail): Promise<boolean> {
    const [row] = await this.db.sql<{ off: string }>(`SELECT ${optOutSql('$1', '$2', '$3')} AS off`, [
      linkId,
      ownerId,
      hash,
    ])
    return row?.off === 'none'
  }

  private async findCustomHost(ownerId: string): Promise<string | null> {
    const domain = await this.domains.find(ownerId)
    return domain && (await this.domains.isServed(domain)) ? domain.host : null
  }
}
