import type { Daymark } from '../../../support/daymark.ts'

type Ids = Record<'share' | 'waiting', string>
type Call = [route: string, (mine: unknown, other: Ids) => [path: string, body?: object]]

/** Calls about a first look, and who waits until it is complete. */
export const firstLookCalls: Call[] = [
  ['GET /api/shares/:id/first-look', (_, { share }) => [`/api/shares/${share}/first-look`]],
  [
    'DELETE /api/shares/:id/first-look/:waiting',
    (_, { share, waiting }) => [`/api/shares/${share}/first-look/${waiting}`],
  ],
  ['POST /api/shares/:id/complete', (_, { share }) => [`/api/shares/${share}/complete`]],
]

/** Somebody waits, in an installation without mail. */
export async function leftAddress(daymark: Daymark, share: string, email = 'anna@example.org'): Promise<string> {
  const db = daymark.db('sharing')
  await db.sql(`UPDATE links SET first_look = '{"expected": null, "note": ""}' WHERE id = $1`, [share])
  const [row] = await db.sql<{ id: string }>(
    `INSERT INTO first_look_subscribers (link_id, email, created_at) VALUES ($1, $2, now()) RETURNING id`,
    [share, email],
  )
  return row?.id ?? ''
}
