import type { Database } from './database.ts'

/** Rows that wait and the age of the oldest, for who looks and for metrics. */
export async function outboxDepth(db: Database): Promise<{ rows: number; oldestMs: number }> {
  const [row] = await db.sql<{ rows: string; oldest: string | null }>(
    'SELECT count(*) AS rows, extract(epoch FROM now() - min(created_at)) * 1000 AS oldest FROM outbox',
  )
  return { rows: Number(row?.rows ?? 0), oldestMs: Number(row?.oldest ?? 0) }
}
