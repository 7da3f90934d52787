import { type Actor, defineAuditEvent, type DeadLetterView, type DeadLetterFilter } from '@daymark/contracts'
import type { Database } from '../db/database.ts'

type DeadLetterRow = Omit<DeadLetterView, 'diedAt'> & { diedAt: Date }
const SELECT_DEAD_LETTERS = `
  SELECT event_id AS "eventId", subscriber, envelope ->> 'type' AS type, reason, attempts, died_at AS "diedAt", replay AS replaying
  FROM dead_letters ORDER BY died_at DESC, event_id LIMIT $1`
const MATCHES_FILTER = `($1::text IS NULL OR event_id::text = $1) AND ($2::text IS NULL OR subscriber = $2)`
const REQUEST_REPLAY = `UPDATE dead_letters SET replay = true WHERE ${MATCHES_FILTER} RETURNING envelope ->> 'type' AS type`
const DELETE_DEAD_LETTERS = `DELETE FROM dead_letters WHERE ${MATCHES_FILTER} RETURNING envelope ->> 'type' AS type`

/** The scheduled job that retries dead letters. */
export const REPLAY_JOB = { name: 'replay' }

/** The dead letters of a service. */
export class DeadLetters {
  constructor(private readonly db: Database) {}

  /** Lists dead letters, newest first. */
  async list(limit: number): Promise<DeadLetterView[]> {
    const rows = await this.db.sql<DeadLetterRow>(SELECT_DEAD_LETTERS, [limit])
    return rows.map(row => ({ ...row, diedAt: row.diedAt.toISOString() }))
  }
  async count(): Promise<number> {
    const [row] = await this.db.sql<{ n: string }>('SELECT count(*) AS n FROM dead_letters')
    return Number(row?.n ?? 0)
  }

  /** Requests a replay, which the running service performs within seconds. Returns the number of dead letters. */
  replay(filter: DeadLetterFilter, actor: Actor): Promise<number> {
    return this.changeMatching(REQUEST_REPLAY, 'dead-letter.replayed', filter, actor)
  }
  /** Deletes dead letters. Their subscriber will never receive these events. */
  drop(filter: DeadLetterFilter, actor: Actor): Promise<number> {
    return this.changeMatching(DELETE_DEAD_LETTERS, 'dead-letter.dropped', filter, actor)
  }

  private changeMatching(
    statement: string,
    action: 'dead-letter.replayed' | 'dead-letter.dropped',
    { eventId = null, subscriber = null }: { [K in keyof DeadLetterFilter]: DeadLetterFilter[K] | null },
    actor: Actor,
  ): Promise<number> {
    const { service } = this.db
    return this.db.commit(async tx => {
      const rows = await tx.sql<{ type: string }>(statement, [eventId, subscriber])
      if (rows.length === 0) return 0
      tx.startJob(REPLAY_JOB)
      const types = [...new Set(rows.map(({ type }) => type))]
      const target = { kind: 'dead-letter', id: eventId ?? 'all', name: types.length === 1 ? (types[0] ?? null) : null }
      const details = { service, subscriber, count: rows.length }
      tx.emit(defineAuditEvent(service), eventId ?? service, { action, target, details }, actor)
      return rows.length
    })
  }
}
