import type { FirstLookSubscriber } from '@daymark/contracts'
import type { Database, Tx } from '@daymark/platform'
import type { Link } from '../../../links/link.entity.ts'

type Row = { id: string; email: string; createdAt: Date }

const COLUMNS = 'id, email, created_at AS "createdAt"'
const LIST = `SELECT ${COLUMNS} FROM waiting_addresses WHERE link_id = $1 ORDER BY created_at, id`
const TAKE = 'WITH gone AS (DELETE FROM waiting_addresses WHERE link_id = $1 RETURNING email) SELECT email FROM gone'
const COUNT =
  'SELECT link_id AS id, count(*)::int AS waiting FROM waiting_addresses WHERE link_id = ANY ($1::uuid[]) GROUP BY link_id'

export async function waitingOf(db: Pick<Database, 'sql'>, linkId: string): Promise<FirstLookSubscriber[]> {
  const rows = await db.sql<Row>(LIST, [linkId])
  return rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** They are told now, and wait for nothing any more: in the commit of what they are told. */
export async function takeWaiting(tx: Tx, linkId: string): Promise<string[]> {
  return (await tx.sql<{ email: string }>(TAKE, [linkId])).map(({ email }) => email)
}

/** How many wait for each link that is a first look, by its id; asks nothing where none is. */
export async function countWaiting(db: Pick<Database, 'sql'>, links: readonly Link[]): Promise<Map<string, number>> {
  const ids = links.flatMap(({ id, firstLook }) => (firstLook ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db.sql<{ id: string; waiting: number }>(COUNT, [ids])
  return new Map(rows.map(({ id, waiting }) => [id, waiting]))
}
