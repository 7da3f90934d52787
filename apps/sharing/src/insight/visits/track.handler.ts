import { type Actor, type Input, sharing, viewRecorded, visitLeft } from '@daymark/contracts'
import { Clock, Database, type Handler, Handles, isId, prepared, type Tx } from '@daymark/platform'
import { isLinkToken } from '../../links/link-addresses.ts'
import { isExpired } from '../../links/link.entity.ts'
import { keptData } from './event-data.ts'
import { wants } from '../mail/choices/wants-topic.ts'
import { VisitMails } from '../mail/visits/visit-mails.ts'
import { ownerIsSuspended } from '../../links/gallery/gallery-access.ts'
import { isRobot } from './robots.ts'
import { VisitBudget } from './visit-budget.ts'
import { addToFigures } from './visit-figures.ts'
import { beginVisit, durationOf, goesOn, goOn, latestVisit } from './visit.ts'

const MAX_VISITOR_ID = 64
const EVENT_ID = /^[\w-]{1,64}$/

type TrackInput = Input<typeof sharing.track>
type TrackedLink = {
  id: string
  ownerId: string
  albumId: string
  revoked: boolean
  expiresAt: Date | null
  told: boolean
}

const VIEWED = prepared(`
  WITH l AS (
    UPDATE links SET view_count = view_count + 1, last_viewed_at = $2 WHERE id = $1 RETURNING view_count
  ) SELECT view_count AS "viewCount" FROM l`)
/** Of an event that is here already nothing is answered. A photo that is not in the gallery was not looked at. */
const EVENT = prepared(`
  WITH kept AS (
    INSERT INTO visit_events (visit_id, type, photo_id, data, at, event_id)
    VALUES ($1, $2, (SELECT photo_id FROM placements WHERE album_id = $3 AND photo_id = $4 AND present), $5, $6, $7)
    ON CONFLICT (visit_id, event_id) DO NOTHING RETURNING photo_id
  ) SELECT photo_id AS "photoId" FROM kept`)

/** What does not count is ignored: nothing fails for what a visitor sent. */
@Handles(sharing.track)
export class Track implements Handler<typeof sharing.track> {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly budget: VisitBudget,
    private readonly mails: VisitMails,
  ) {}

  async handle(input: TrackInput, actor: Actor) {
    const now = this.clock.now()
    const link = await this.link(input)
    const counts = link && !link.revoked && !isExpired(link.expiresAt, now) && link.ownerId !== actor.userId
    if (counts && this.budget.spend(link.id, input.visitorId)) await this.record(link, input, now)
    return { success: true as const }
  }

  private async link({ token, visitorId, userAgent }: TrackInput): Promise<TrackedLink | undefined> {
    const isVisitor = visitorId.length > 0 && visitorId.length <= MAX_VISITOR_ID && !visitorId.includes('\0')
    if (!isLinkToken(token) || !isVisitor || isRobot(userAgent)) return undefined
    const [link] = await this.db.sql<TrackedLink>(
      `SELECT id, owner_id AS "ownerId", album_id AS "albumId", revoked, expires_at AS "expiresAt",
         ${wants('owner_id', 'gallery_activity')} AS told
       FROM links WHERE token = $1 AND NOT ${ownerIsSuspended('owner_id')}`,
      [token],
    )
    return link
  }

  private async record(link: TrackedLink, input: TrackInput, at: Date): Promise<void> {
    const { visitorId, eventType, eventData } = input
    await this.db.commit(async tx => {
      // events of one visitor come side by side, or twice; each is counted once, and only one of them begins a visit
      void tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${link.id} ${visitorId}`])
      const latest = await latestVisit(tx, link.id, visitorId)
      const beginsVisit = !latest || !goesOn(latest, at)
      const visit = beginsVisit ? await beginVisit(tx, link.id, visitorId, at) : latest
      const kept = [visit.id, eventType, link.albumId, photoIdOf(input), keptData(eventData), at, eventIdOf(input)]
      const [event] = await tx.sql<{ photoId: string | null }>(EVENT, kept)
      if (!event) return
      const seconds = durationOf(visit, at, eventType === 'page_leave' ? eventData : undefined)
      // a visit begins with the page that is open
      const pageViews = Number(eventType === 'page_view' && !beginsVisit)
      goOn(tx, visit, { at, pageViews, photoViews: Number(eventType === 'photo_view'), seconds })
      if (beginsVisit && !(await viewed(tx, link, at))) return
      if (link.told) this.mails.seen(tx, link, { visitorId, beginsVisit, at, key: input.key })
      if (eventType === 'page_leave') tx.emit(visitLeft, link.id, idsOf(link))
      const grown = { seconds: seconds - visit.durationSeconds, beginsVisit, isNewVisitor: !latest }
      addToFigures(tx, { linkId: link.id, at, photoId: event.photoId, eventType, eventData, ...grown })
    })
  }
}

/** Counts a visit. False when the link was deleted in this moment: what is kept of the visit goes with the others. */
async function viewed(tx: Tx, link: TrackedLink, now: Date): Promise<boolean> {
  const [counted] = await tx.sql<{ viewCount: number }>(VIEWED, [link.id, now])
  if (!counted) return false
  const { viewCount } = counted
  tx.emit(viewRecorded, link.id, { ...idsOf(link), viewCount, visitedAt: now.toISOString() })
  return true
}

const idsOf = ({ id: linkId, ownerId, albumId }: TrackedLink) => ({ linkId, ownerId, albumId })

const photoIdOf = ({ photoId }: TrackInput): string | null => (photoId && isId(photoId) ? photoId : null)
const eventIdOf = ({ eventId }: TrackInput): string | null => (eventId && EVENT_ID.test(eventId) ? eventId : null)
