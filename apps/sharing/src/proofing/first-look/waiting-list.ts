import { FIRST_LOOK_LIMITS, type FirstLookSubscriber, firstLookSubscribersChanged } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { Link } from '../../links/link.entity.ts'

type SubscriberRow = { id: string; email: string; createdAt: Date }

const SUBSCRIBER_COLUMNS = 'id, email, created_at AS "createdAt"'
const LIST_SUBSCRIBERS = `SELECT ${SUBSCRIBER_COLUMNS} FROM first_look_subscribers WHERE link_id = $1 ORDER BY created_at, id`
const DELETE_SUBSCRIBERS =
  'WITH deleted AS (DELETE FROM first_look_subscribers WHERE link_id = $1 RETURNING email) SELECT email FROM deleted'
const COUNT_SUBSCRIBERS =
  'SELECT link_id AS id, count(*)::int AS waiting FROM first_look_subscribers WHERE link_id = ANY ($1::uuid[]) GROUP BY link_id'

export async function listSubscribers(db: Pick<Database, 'sql'>, linkId: string): Promise<FirstLookSubscriber[]> {
  const rows = await db.sql<SubscriberRow>(LIST_SUBSCRIBERS, [linkId])
  return rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Removes all addresses of the list, in the commit that enqueues their emails. */
export async function removeWaitingList(tx: Tx, linkId: string): Promise<string[]> {
  return (await tx.sql<{ email: string }>(DELETE_SUBSCRIBERS, [linkId])).map(({ email }) => email)
}

/** Number of waiting addresses by link id, for links with a first look. Runs no query if there are none. */
export async function countWaiting(db: Pick<Database, 'sql'>, links: readonly Link[]): Promise<Map<string, number>> {
  const ids = links.flatMap(({ id, firstLook }) => (firstLook ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db.sql<{ id: string; waiting: number }>(COUNT_SUBSCRIBERS, [ids])
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}

type LinkIds = { id: string; ownerId: string; albumId: string }

/** `$3`: a new visitor, or null for all visitors of the link who left an address. */
const INSERT_SUBSCRIBERS = `
  WITH named AS (
    SELECT DISTINCT lower(email) AS email FROM pick_lists
    WHERE link_id = $1 AND email IS NOT NULL AND ($3::uuid IS NULL OR id = $3)
  ), added AS (
    INSERT INTO first_look_subscribers (link_id, email, created_at)
    SELECT l.id, n.email, $2 FROM links l CROSS JOIN named n WHERE l.id = $1 AND l.first_look IS NOT NULL ORDER BY n.email
    LIMIT greatest(0, ${FIRST_LOOK_LIMITS.addresses} - (SELECT count(*) FROM first_look_subscribers WHERE link_id = $1))
    ON CONFLICT DO NOTHING RETURNING id
  ) SELECT id FROM added`

/**
 * Visitors who leave an address with picks or a comment also wait for the complete gallery (rule 129). Does nothing if
 * the link has no first look. Must not be called if no mail server is configured (rule 127).
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
