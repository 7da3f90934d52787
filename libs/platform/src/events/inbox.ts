import type { Envelope } from '@daymark/contracts'
import { redactMessage } from '../telemetry/safe-error.ts'
import { EVENT_DAYS } from '../transport/transport.ts'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import { preparedStatement } from '../db/connection.ts'

/** Thrown if another process has handled the event. The transaction is then rolled back. */
export class AlreadyHandled extends Error {
  override name = 'AlreadyHandled'
}

/** The events that a service has received. `done_at` commits together with the effects, so a redelivery has no effect. */
export class Inbox {
  /** Subscriber and event id of attempts that must be subtracted when the database is available again. */
  private readonly uncountedAttemptKeys = new Set<string>()
  constructor(private readonly db: Database) {}

  /** Counts an attempt before the work starts, so that an event that ends the process is counted too. */
  async beginAttempt(event: Envelope, subscriber: string): Promise<{ attempts: number; done: boolean }> {
    const key = `${subscriber} ${event.id}`
    const uncountedAttempts = this.uncountedAttemptKeys.has(key) ? 1 : 0
    const [row] = await this.db.sql<{ attempts: number; done: boolean }>(
      preparedStatement(`INSERT INTO inbox (event_id, subscriber) VALUES ($1, $2)
       ON CONFLICT (event_id, subscriber) DO UPDATE SET attempts = greatest(inbox.attempts - $3, 0) + 1
       RETURNING attempts, done_at IS NOT NULL AS done`),
      [event.id, subscriber, uncountedAttempts],
    )
    this.uncountedAttemptKeys.delete(key)
    return row ?? { attempts: 1, done: false }
  }

  /**
   * Subtracts an attempt whose failure the event did not cause. If the database is unavailable, the next `beginAttempt` subtracts the
   * attempt.
   */
  async uncountAttempt(event: Envelope, subscriber: string): Promise<void> {
    await this.db
      .sql(
        preparedStatement(
          'UPDATE inbox SET attempts = greatest(attempts - 1, 0) WHERE event_id = $1 AND subscriber = $2 AND done_at IS NULL',
        ),
        [event.id, subscriber],
      )
      .catch(() => this.uncountedAttemptKeys.add(`${subscriber} ${event.id}`))
  }

  /** Commits effects, events and the inbox mark of a subscriber in one transaction. */
  async handleOnce<T>(event: Envelope, subscriber: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.commit(async tx => {
      const markedRows = await tx.sql(
        preparedStatement(`INSERT INTO inbox (event_id, subscriber, done_at) VALUES ($1, $2, now())
         ON CONFLICT (event_id, subscriber) DO UPDATE SET done_at = now() WHERE inbox.done_at IS NULL RETURNING event_id`),
        [event.id, subscriber],
      )
      if (!markedRows.length) throw new AlreadyHandled()
      return work(tx)
    })
  }

  async storeDeadLetter(event: Envelope, subscriber: string, attempts: number, error: unknown): Promise<void> {
    const reason = redactMessage(error)
    await this.db.commit(async tx => {
      await tx.sql(
        `INSERT INTO dead_letters (event_id, subscriber, envelope, reason, attempts) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (event_id, subscriber) DO UPDATE SET reason = $4, attempts = $5, died_at = now(), replay = false`,
        [event.id, subscriber, JSON.stringify(event), reason, attempts],
      )
      await tx.sql('UPDATE inbox SET done_at = now() WHERE event_id = $1 AND subscriber = $2', [event.id, subscriber])
    })
  }

  /**
   * Finds the dead letters for which a replay was requested. They remain until a replay succeeds. The first call clears their inbox marks
   * and sets `attempts = 0`, so that later calls do not clear the marks again.
   */
  async findRequestedReplays(): Promise<{ event: Envelope; subscriber: string }[]> {
    return this.db.commit(async tx => {
      tx.send(
        `WITH newly_requested AS (UPDATE dead_letters SET attempts = 0 WHERE replay AND attempts > 0 RETURNING event_id, subscriber)
         UPDATE inbox SET attempts = 0, done_at = NULL FROM newly_requested
         WHERE inbox.event_id = newly_requested.event_id AND inbox.subscriber = newly_requested.subscriber`,
      )
      const rows = await tx.sql<{ envelope: Envelope; subscriber: string }>(
        'SELECT envelope, subscriber FROM dead_letters WHERE replay ORDER BY died_at',
      )
      return rows.map(r => ({ event: r.envelope, subscriber: r.subscriber }))
    })
  }

  /** Removes a dead letter after a replay. If the replay failed, the dead letter remains, because the failure has reset `replay`. */
  async removeDeadLetter(event: Envelope, subscriber: string): Promise<void> {
    await this.db.sql('DELETE FROM dead_letters WHERE event_id = $1 AND subscriber = $2 AND replay', [
      event.id,
      subscriber,
    ])
  }

  /** Deletes marks of events that the bus cannot deliver any more. */
  async deleteOldMarks(): Promise<void> {
    await this.db.sql(`DELETE FROM inbox WHERE done_at < now() - interval '${EVENT_DAYS + 1} days'`)
  }
}
