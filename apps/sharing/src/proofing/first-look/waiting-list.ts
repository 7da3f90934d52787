import { FIRST_LOOK_LIMITS, type FirstLookSubscriber, firstLookSubscribersChanged } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { Link } from '../../links/link.entity.ts'

type SubscriberRow = { id: string; email: string; createdAt: Date }

const SUBSCRIBER_COLUMNS = 'id, email, created_at AS "createdAt"'
const LIST_SUBSCRIBERS = `SELECT ${SUBSCRIBER_COLUMNS} FROM first_look_subscribers WHERE link_id = $1 ORDER BY created_at, id`
const DELETE_SUBSCRIBERS = 'DELETE FROM first_look_subscribers WHERE link_id = $1 RETURNING email'
const COUNT_SUBSCRIBERS =
  'SELECT link_id AS id, count(*)::int AS waiting FROM first_look_subscribers WHERE link_id = ANY ($1::uuid[]) GROUP BY link_id'

export async function listSubscribers(db: Pick<Database, 'sql'>, linkId: string): Promise<FirstLookSubscriber[]> {
  const rows = await db.sql<SubscriberRow>(LIST_SUBSCRIBERS, [linkId])
  return rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Removes all addresses from the waiting list and returns them. Call it in the transaction that enqueues their emails. */
export async function removeWaitingList(tx: Tx, linkId: string): Promise<string[]> {
  return (await tx.sql<{ email: string }>(DELETE_SUBSCRIBERS, [linkId])).map(({ email }) => email)
}

/** Counts the waiting addresses of links by link id. Runs no query if none of the links is a first look. */
export async function countWaiting(db: Pick<Database, 'sql'>, links: readonly Link[]): Promise<Map<string, number>> {
  const ids = links.flatMap(({ id, firstLook }) => (firstLook ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db.sql<{ id: string; waiting: number }>(COUNT_SUBSCRIBERS, [ids])
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}

type LinkIds = { id: string; ownerId: string; albumId: string }

/** SQL that adds addresses of visitors to the waiting list: that of the visitor `$3`, or of all visitors of the link if `$3` is null. */
const INSERT_SUBSCRIBERS = `
  WITH named AS (
    SELECT DISTINCT lower(email) AS email FROM pick_lists
    WHERE link_id = $1 AND email IS NOT NULL AND ($3::uuid IS NULL OR id = $3)
  )
  INSERT INTO first_look_subscribers (link_id, email, created_at)
  SELECT l.id, n.email, $2 FROM links l CROSS JOIN named n WHERE l.id = $1 AND l.first_look IS NOT NULL ORDER BY n.email
  LIMIT greatest(0, ${FIRST_LOOK_LIMITS.addresses} - (SELECT count(*) FROM first_look_subscribers WHERE link_id = $1))
  ON CONFLICT DO NOTHING RETURNING id`

/**
 * Adds visitors who entered an email address with picks or a comment to the waiting list of a first look (rule 129): the visitor
 * `visitorId`, or all visitors if it is undefined. Does nothing if the link is no first look. Must not be called if no mail server is
 * configured (rule 127).
 */
export async function addToWaitingList(
  tx: Tx,
  { id, ownerId, albumId }: LinkIds,
  now: Date,
  visitorId?: string,
): Promise<void> {
  const added = await tx.sql(INSERT_SUBSCRIBERS, [id, now, visitorId ?? null])
  if (added.length > 0) tx.emit(firstLookSubscribersChanged, id, { linkId: id, ownerId, albumId })
}
