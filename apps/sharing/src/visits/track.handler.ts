import { type Actor, type Input, sharing, viewRecorded, VISIT_GAP_MS, visitEnded } from '@daymark/contracts'
import { Clock, Database, Handles, isId, preparedStatement, RpcHandlers, type Tx } from '@daymark/platform'
import { isOwnerSuspendedSql } from '../links/gallery/gallery-access.ts'
import { isLinkToken } from '../links/link-addresses.ts'
import { isExpired } from '../links/link.entity.ts'
import { topicEnabledSql } from '../mail/recipients.ts'
import { VisitMails } from '../mail/visit-mails.ts'
import { isRobot, readReportedSeconds, serializeEventData } from './track-input.ts'
import { addToLinkStatistics } from './visit-figures.ts'
import { VisitorRateLimit } from './visitor-rate-limit.ts'

type Visit = { id: string; startedAt: Date; lastAt: Date; durationSeconds: number }

const FIND_LATEST_VISIT = preparedStatement(`
  SELECT id, started_at AS "startedAt", last_at AS "lastAt", duration_seconds AS "durationSeconds"
  FROM visits WHERE link_id = $1 AND visitor_id = $2 ORDER BY started_at DESC LIMIT 1`)
const INSERT_VISIT = preparedStatement(`
  INSERT INTO visits (link_id, visitor_id, started_at, last_at) VALUES ($1, $2, $3, $3) RETURNING id`)
const UPDATE_VISIT = preparedStatement(`
  UPDATE visits SET last_at = GREATEST(last_at, $2), page_views = page_views + $3, photo_views = photo_views + $4,
    duration_seconds = $5 WHERE id = $1`)

async function findLatestVisit(tx: Tx, linkId: string, visitorId: string): Promise<Visit | undefined> {
  const [visit] = await tx.sql<Visit>(FIND_LATEST_VISIT, [linkId, visitorId])
  return visit
}

const isOngoing = ({ lastAt }: Visit, now: Date): boolean => lastAt.getTime() > now.getTime() - VISIT_GAP_MS

async function beginVisit(tx: Tx, linkId: string, visitorId: string, now: Date): Promise<Visit> {
  const [row] = await tx.sql<{ id: string }>(INSERT_VISIT, [linkId, visitorId, now])
  return { id: String(row?.id), startedAt: now, lastAt: now, durationSeconds: 0 }
}

type VisitActivity = { time: Date; pageViews: number; photoViews: number; seconds: number }
const extendVisit = (tx: Tx, visit: Visit, { time, pageViews, photoViews, seconds }: VisitActivity): void =>
  tx.send(UPDATE_VISIT, [visit.id, time, pageViews, photoViews, seconds])

/**
 * S-TRK-08: returns the duration of a visit in seconds: the time between its first and last event, or the duration that the page reports
 * when it is closed. The reported duration is limited to the elapsed time plus the longest gap within a visit.
 */
function computeVisitSeconds(visit: Visit, now: Date, data: Record<string, unknown> | undefined): number {
  const elapsedSeconds = Math.round(
    (Math.max(now.getTime(), visit.lastAt.getTime()) - visit.startedAt.getTime()) / 1000,
  )
  const reportedSeconds = Math.min(readReportedSeconds(data), elapsedSeconds + VISIT_GAP_MS / 1000)
  return Math.max(visit.durationSeconds, elapsedSeconds, reportedSeconds)
}

const MAX_VISITOR_ID_LENGTH = 64
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

const COUNT_VIEW = preparedStatement(`
  UPDATE links SET view_count = view_count + 1, last_viewed_at = $2 WHERE id = $1 RETURNING view_count AS "viewCount"`)
/** Inserts an event. Returns no row if it already exists. Records the photo only if it is in the gallery. */
const INSERT_EVENT = preparedStatement(`
  INSERT INTO visit_events (visit_id, type, photo_id, data, at, event_id)
  VALUES ($1, $2, (SELECT photo_id FROM album_photos WHERE album_id = $3 AND photo_id = $4 AND present), $5, $6, $7)
  ON CONFLICT (visit_id, event_id) DO NOTHING RETURNING photo_id AS "photoId"`)

@RpcHandlers()
export class Track {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rateLimit: VisitorRateLimit,
    private readonly mails: VisitMails,
  ) {}

  /** Records an event of a visitor. Ignores events that do not count, such as events of the owner; never fails because of invalid input. */
  @Handles(sharing.track)
  async trackVisit(input: TrackInput, actor: Actor) {
    const now = this.clock.now()
    const link = await this.findLink(input)
    const isCounted = link && !link.revoked && !isExpired(link.expiresAt, now) && link.ownerId !== actor.userId
    if (isCounted && this.rateLimit.allow(link.id, input.visitorId)) await this.recordEvent(link, input, now)
    return { success: true as const }
  }

  private async findLink({ token, visitorId, userAgent }: TrackInput): Promise<TrackedLink | undefined> {
    const isVisitor = visitorId.length > 0 && visitorId.length <= MAX_VISITOR_ID_LENGTH && !visitorId.includes('\0')
    if (!isLinkToken(token) || !isVisitor || isRobot(userAgent)) return undefined
    const [link] = await this.db.sql<TrackedLink>(
      `SELECT id, owner_id AS "ownerId", album_id AS "albumId", revoked, expires_at AS "expiresAt",
         ${topicEnabledSql('owner_id', 'gallery_activity')} AS "wantsVisitMails"
       FROM links WHERE token = $1 AND NOT ${isOwnerSuspendedSql('owner_id')}`,
      [token],
    )
    return link
  }

  private async recordEvent(link: TrackedLink, input: TrackInput, time: Date): Promise<void> {
    const { visitorId, eventType, eventData } = input
    await this.db.commit(async tx => {
      // locks the visitor, because events may arrive concurrently or twice: each must count once, and only one may begin a visit
      tx.lock(`${link.id} ${visitorId}`)
      const latest = await findLatestVisit(tx, link.id, visitorId)
      const beginsVisit = !latest || !isOngoing(latest, time)
      const visit = beginsVisit ? await beginVisit(tx, link.id, visitorId, time) : latest
      const values = [
        visit.id,
        eventType,
        link.albumId,
        parsePhotoId(input),
        serializeEventData(eventData),
        time,
        parseEventId(input),
      ]
      const [event] = await tx.sql<{ photoId: string | null }>(INSERT_EVENT, values)
      if (!event) return
      const seconds = computeVisitSeconds(visit, time, eventType === 'page_leave' ? eventData : undefined)
      // a new visit already includes its first page view
      const pageViews = Number(eventType === 'page_view' && !beginsVisit)
      extendVisit(tx, visit, { time, pageViews, photoViews: Number(eventType === 'photo_view'), seconds })
      if (beginsVisit && !(await countVisit(tx, link, time))) return
      if (link.wantsVisitMails)
        this.mails.recordVisit(tx, link, { visitorId, beginsVisit, time, visitorKey: input.key })
      if (eventType === 'page_leave') tx.emit(visitEnded, link.id, toLinkIds(link))
      const change = { seconds: seconds - visit.durationSeconds, beginsVisit, isNewVisitor: !latest }
      addToLinkStatistics(tx, { linkId: link.id, time, photoId: event.photoId, eventType, eventData, ...change })
    })
  }
}

/** Counts a visit of the link. Returns false if the link was deleted concurrently; DeleteVisits then deletes the visit. */
async function countVisit(tx: Tx, link: TrackedLink, now: Date): Promise<boolean> {
  const [counted] = await tx.sql<{ viewCount: number }>(COUNT_VIEW, [link.id, now])
  if (!counted) return false
  const { viewCount } = counted
  tx.emit(viewRecorded, link.id, { ...toLinkIds(link), viewCount, visitedAt: now.toISOString() })
  return true
}

const toLinkIds = ({ id: linkId, ownerId, albumId }: TrackedLink) => ({ linkId, ownerId, albumId })

const parsePhotoId = ({ photoId }: TrackInput): string | null => (photoId && isId(photoId) ? photoId : null)
const parseEventId = ({ eventId }: TrackInput): string | null =>
  eventId && EVENT_ID_PATTERN.test(eventId) ? eventId : null
