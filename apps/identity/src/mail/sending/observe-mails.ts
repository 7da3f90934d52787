import { type Clock, type Database, metrics, singleFlight } from '@daymark/platform'

const WAITING = `
  SELECT count(*)::int AS rows, coalesce(extract(epoch FROM $1 - min(created_at)), 0)::float8 AS oldest FROM mails`

/** Mails that are written and not sent. */
export function observeMails(db: Database, clock: Clock): void {
  const waiting = singleFlight(async () => {
    const [row] = await db.sql<{ rows: number; oldest: number }>(WAITING, [clock.now()])
    return row ?? { rows: 0, oldest: 0 }
  })
  const rows = { description: 'Waiting emails' }
  metrics.gauge('daymark.identity.mails.waiting', rows, async () => (await waiting()).rows)
  const age = { description: 'Age of the oldest waiting email', unit: 's' as const }
  metrics.gauge('daymark.identity.mails.age', age, async () => (await waiting()).oldest)
}
