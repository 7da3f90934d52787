import { sharing, viewRecorded, type Actor, type Input } from '@daymark/contracts'
import { Clock, Database, Handles, isId, type Handler, type Tx } from '@daymark/platform'
import { isToken } from '../links/link-token.ts'
import { isExpired } from '../links/link.entity.ts'
import { keptData } from './event-data.ts'
import { isRobot } from './robots.ts'
import { VisitBudget } from './visit-budget.ts'

/** rule 42: a visit is a visitor's activity without a gap of half an hour. */
const VISIT_GAP_MS = 30 * 60_000
const MAX_VISITOR_ID = 64

type TrackInput = Input<typeof sharing.track>
type TrackedLink = { id: string; ownerId: string; albumId: string; revoked: boolean; expiresAt: Date | null }

/** Never fails for a visitor's sake: what does not count is ignored. */
@Handles(sharing.track)
export class Track implements Handler<typeof sharing.track> {
  private readonly db: Database
  private readonly clock: Clock
  private readonly budget: VisitBudget
  constructor(db: Database, clock: Clock, budget: VisitBudget) {
    this.db = db
    this.clock = clock
    this.budget = budget
  }

  async handle(input: TrackInput, actor: Actor) {
    const now = this.clock.now()
    const link = await this.link(input)
    const counts = link && !link.revoked && !isExpired(link.expiresAt, now) && link.ownerId !== actor.userId
    if (counts && this.budget.spend(link.id, input.visitorId)) await this.record(link, input, now)
    return { success: true as const }
  }

  private async link({ token, visitorId, userAgent }: TrackInput): Promise<TrackedLink | undefined> {
    const isVisitor = visitorId.length > 0 && visitorId.length <= MAX_VISITOR_ID && !visitorId.includes('\0')
    if (!isToken(token) || !isVisitor || isRobot(userAgent)) return undefined
    const [link] = await this.db.sql<TrackedLink>(
      `SELECT id, owner_id AS "ownerId", album_id AS "albumId", revoked, expires_at AS "expiresAt" FROM links WHERE token = $1`,
      [token],
    )
    return link
  }

  private async record(link: TrackedLink, input: TrackInput, now: Date): Promise<void> {
    await this.db.commit(async tx => {
      // events of one visitor come side by side; only one of them may begin a visit
      await tx.sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${link.id} ${input.visitorId}`])
      const visitId = (await this.goOn(tx, link, input.visitorId, now)) ?? (await this.begin(tx, link, input, now))
      if (!visitId) return
      // a photo that is not in the gallery was not looked at
      await tx.sql(
        `INSERT INTO visit_events (visit_id, type, photo_id, data, at)
         VALUES ($1, $2, (SELECT photo_id FROM placements WHERE album_id = $3 AND photo_id = $4 AND present), $5, $6)`,
        [visitId, input.eventType, link.albumId, photoIdOf(input), keptData(input.eventData), now],
      )
    })
  }

  private async goOn(tx: Tx, link: TrackedLink, visitorId: string, now: Date): Promise<string | undefined> {
    const [visit] = await tx.sql<{ id: string }>(
      `WITH v AS (
         UPDATE visits SET last_at = GREATEST(last_at, $3) WHERE id = (
           SELECT id FROM visits WHERE link_id = $1 AND visitor_id = $2 AND last_at > $4 ORDER BY last_at DESC LIMIT 1
         ) RETURNING id
       ) SELECT id FROM v`,
      [link.id, visitorId, now, new Date(now.getTime() - VISIT_GAP_MS)],
    )
    return visit?.id
  }

  /** Nothing when the link was deleted in this moment. */
  private async begin(tx: Tx, link: TrackedLink, input: TrackInput, now: Date): Promise<string | undefined> {
    const [counted] = await tx.sql<{ viewCount: number }>(
      `WITH l AS (
         UPDATE links SET view_count = view_count + 1, last_viewed_at = $2 WHERE id = $1 RETURNING view_count
       ) SELECT view_count AS "viewCount" FROM l`,
      [link.id, now],
    )
    if (!counted) return undefined
    const [visit] = await tx.sql<{ id: string }>(
      'INSERT INTO visits (link_id, visitor_id, started_at, last_at) VALUES ($1, $2, $3, $3) RETURNING id',
      [link.id, input.visitorId, now],
    )
    const { id: linkId, ownerId, albumId } = link
    const visitedAt = now.toISOString()
    tx.emit(viewRecorded, linkId, { linkId, ownerId, albumId, viewCount: counted.viewCount, visitedAt })
    return visit?.id
  }
}

const photoIdOf = ({ photoId }: TrackInput): string | null => (photoId && isId(photoId) ? photoId : null)
