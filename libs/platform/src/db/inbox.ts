import type { Envelope } from '@daymark/contracts'
import { safeMessage } from '../telemetry/safe-message.ts'
import { EVENT_DAYS } from '../transport/transport.ts'
import type { Database } from './database.ts'
import type { Tx } from './tx.ts'
import { prepared } from './prepared.ts'

/** Another process handled the same event first; this one's transaction is rolled back and nothing is wrong. */
export class AlreadyHandled extends Error {
  override name = 'AlreadyHandled'
}

/** The events a service has received. The mark "done" commits with the effects, so a redelivery does nothing. */
export class Inbox {
  /** Tries to be taken back as soon as the database is there again. */
  private readonly owed = new Set<string>()
  constructor(private readonly db: Database) {}

  /** Counts a try before the work starts: an event that kills the process is counted too. */
  async begin(event: Envelope, subscriber: string): Promise<{ attempts: number; done: boolean }> {
    const key = `${subscriber} ${event.id}`
    const excused = this.owed.has(key) ? 1 : 0
    const [row] = await this.db.sql<{ attempts: number; done: boolean }>(
      prepared(`INSERT INTO inbox (event_id, subscriber) VALUES ($1, $2)
       ON CONFLICT (event_id, subscriber) DO UPDATE SET attempts = greatest(inbox.attempts - $3, 0) + 1
       RETURNING attempts, done_at IS NOT NULL AS done`),
      [event.id, subscriber, excused],
    )
    this.owed.delete(key)
    return row ?? { attempts: 1, done: false }
  }

  /** A try that failed for no fault of the event does not count. Without a database the next `begin` makes up for it. */
  async excuse(event: Envelope, subscriber: string): Promise<void> {
    await this.db
      .sql(
        prepared(
          'UPDATE inbox SET attempts = greatest(attempts - 1, 0) WHERE event_id = $1 AND subscriber = $2 AND done_at IS NULL',
        ),
        [event.id, subscriber],
      )
      .catch(() => this.owed.add(`${subscriber} ${event.id}`))
  }

  /** The subscriber's only way to write: effects, events and the mark in one transaction. */
  async once<T>(event: Envelope, subscriber: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.commit(async tx => {
      const marked = await tx.sql(
        prepared(
          'UPDATE inbox SET done_at = now() WHERE event_id = $1 AND subscriber = $2 AND done_at IS NULL RETURNING event_id',
        ),
        [event.id, subscriber],
      )
      if (!marked.length) throw new AlreadyHandled()
      return work(tx)
    })
  }

  async deadLetter(event: Envelope, subscriber: string, attempts: number, error: unknown): Promise<void> {
    const reason = safeMessage(error)
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
   * Dead letters that somebody asked to try again. They stay until they are handled; the first time their marks are cleared,
   * which `attempts = 0` records.
   */
  async replays(): Promise<{ event: Envelope; subscriber: string }[]> {
    return this.db.commit(async tx => {
      void tx.sql(
        `WITH fresh AS (UPDATE dead_letters SET attempts = 0 WHERE replay AND attempts > 0 RETURNING event_id, subscriber)
         UPDATE inbox SET attempts = 0, done_at = NULL FROM fresh
         WHERE inbox.event_id = fresh.event_id AND inbox.subscriber = fresh.subscriber`,
      )
      const rows = await tx.sql<{ envelope: Envelope; subscriber: string }>(
        'SELECT envelope, subscriber FROM dead_letters WHERE replay ORDER BY died_at',
      )
      return rows.map(r => ({ event: r.envelope, subscriber: r.subscriber }))
    })
  }

  /** What was replayed is handled. One that was given up again meanwhile is no replay any more, and stays. */
  async removeDeadLetter(event: Envelope, subscriber: string): Promise<void> {
    await this.db.sql('DELETE FROM dead_letters WHERE event_id = $1 AND subscriber = $2 AND replay', [
      event.id,
      subscriber,
    ])
  }

  /** Marks older than anything the bus could still deliver. */
  async forget(): Promise<void> {
    await this.db.sql(`DELETE FROM inbox WHERE done_at < now() - interval '${EVENT_DAYS + 1} days'`)
  }
}
