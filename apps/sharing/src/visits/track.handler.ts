import { type Actor, type Input, sharing, viewRecorded, visitEnded } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId, prepared, type Tx } from '@daymark/platform'
import { isLinkToken } from '../links/link-addresses.ts'
import { isExpired } from '../links/link.entity.ts'
import { isRobot, serializeEventData } from './track-input.ts'
import { topicEnabledSql } from '../mail/recipients.ts'
import { VisitMails } from '../mail/visit-mails.ts'
import { ownerIsSuspendedSql } from '../links/gallery/gallery-access.ts'
import { VisitorRateLimit } from './visitor-rate-limit.ts'
import { addToFigures } from './visit-figures.ts'
import { beginVisit, visitDuration, isOngoing, extendVisit, findLatestVisit } from './visit.ts'

const MAX_VISITOR_ID = 64
const EVENT_ID_PATTERN = /^[\w-]{1,64}$/

type TrackInput = Input<typeof sharing.track>
type TrackedLink = {
  id: string
  ownerId: string
  albumId: string
  revoked: boolean
  expiresAt: Date | null
  wantsVisitMails: boolean
}

const COUNT_VIEW = prepared(`
  WITH l AS (
    UPDATE links SET view_count = view_count + 1, last_viewed_at = $2 WHERE id = $1 RETURNING view_count
  ) SELECT view_count AS "viewCount" FROM l`)
/** Returns nothing if the event exists already. A photo that is not in the gallery is not recorded. */
const INSERT_EVENT = prepared(`
  WITH added AS (
    INSERT INTO visit_events (visit_id, type, photo_id, data, at, event_id)
    VALUES ($1, $2, (SELECT photo_id FROM album_photos WHERE album_id = $3 AND photo_id = $4 AND present), $5, $6, $7)
    ON CONFLICT (visit_id, event_id) DO NOTHING RETURNING photo_id
  ) SELECT photo_id AS "photoId" FROM added`)

/** Input that does not count is ignored; the call never fails because of what a visitor sent. */
@Handles(sharing.track)
export class Track implements Handler<typeof sharing.track> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rateLimit: VisitorRateLimit,
    private readonly mails: VisitMails,
  ) {}

  async handle(input: TrackInput, actor: Actor) {
    const now = this.clock.now()
    const link = await this.findLink(input)
    const counts = link && !link.revoked && !isExpired(link.expiresAt, now) && link.ownerId !== actor.userId
    if (counts && this.rateLimit.allow(link.id, input.visitorId)) await this.record(link, input, now)
    return { success: true as const }
  }

  private async findLink({ token, visitorId, userAgent }: TrackInput): Promise<TrackedLink | undefined> {
    const isVisitor = visitorId.length > 0 && visitorId.length <= MAX_VISITOR_ID && !visitorId.includes('\0')
    if (!isLinkToken(token) || !isVisitor || isRobot(userAgent)) return undefined
    const [link] = await this.db.sql<TrackedLink>(
      `SELECT id, owner_id AS "ownerId", album_id AS "albumId", revoked, expires_at AS "expiresAt",
         ${topicEnabledSql('owner_id', 'gallery_activity')} AS "wantsVisitMails"
       FROM links WHERE token = $1 AND NOT ${ownerIsSuspendedSql('owner_id')}`,
      [token],
    )
    return link
  }

  private async record(link: TrackedLink, input: TrackInput, at: Date): Promise<void> {
    const { visitorId, eventType, eventData } = input
    await this.db.commit(async tx => {
      // events of one visitor may arrive concurrently or twice; each counts once, and only one of them begins a visit
      void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${link.id} ${visitorId}`])
      const latest = await findLatestVisit(tx, link.id, visitorId)
      const beginsVisit = !latest || !isOngoing(latest, at)
      const visit = beginsVisit ? await beginVisit(tx, link.id, visitorId, at) : latest
      const values = [
        visit.id,
        eventType,
        link.albumId,
        parsePhotoId(input),
        serializeEventData(eventData),
        at,
        parseEventId(input),
      ]
      const [event] = await tx.sql<{ photoId: string | null }>(INSERT_EVENT, values)
      if (!event) return
      const seconds = visitDuration(visit, at, eventType === 'page_leave' ? eventData : undefined)
      // a new visit includes its first page view
      const pageViews = Number(eventType === 'page_view' && !beginsVisit)
      extendVisit(tx, visit, { at, pageViews, photoViews: Number(eventType === 'photo_view'), seconds })
      if (beginsVisit && !(await countVisit(tx, link, at))) return
      if (link.wantsVisitMails) this.mails.recordVisit(tx, link, { visitorId, beginsVisit, at, key: input.key })
      if (eventType === 'page_leave') tx.emit(visitEnded, link.id, toLinkIds(link))
      const change = { seconds: seconds - visit.durationSeconds, beginsVisit, isNewVisitor: !latest }
      addToFigures(tx, { linkId: link.id, at, photoId: event.photoId, eventType, eventData, ...change })
    })
  }
}

/**
 * Counts a visit. Returns false if the link was deleted concurrently; the job that deletes its visits then deletes this
 * one.
 */
async function countVisit(tx: Tx, link: TrackedLink, now: Date): Promise<boolean> {
  const [counted] = await tx.sql<{ viewCount: number }>(COUNT_VIEW, [link.id, now])
  if (!counted) return false
  const { viewCount } = counted
  tx.emit(viewRecorded, link.id, { ...toLinkIds(link), viewCount, visitedAt: now.toISOString() })
  return true
}

const toLinkIds = ({ id: linkId, ownerId, albumId }: TrackedLink) => ({ linkId, ownerId, albumId })

const parsePhotoId = ({ photoId }: TrackInput): string | null => (photoId && isId(photoId) ? photoId : null)
const parseEventId = ({ eventId }: TrackInput): string | null => (eventId && EVENT_ID_PATTERN.test(eventId) ? eventId : null)
