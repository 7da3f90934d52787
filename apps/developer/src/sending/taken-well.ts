import { Database, prepared } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Outcome } from './attempt.ts'
import { TEST_EVENT } from './signed-request.ts'
import { repeatable, type Taken } from './taken.ts'

/** What somebody else is about to change is left to the single way: nobody here waits for two rows in any order. */
const RECORD = prepared(`
  WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (id uuid, "takenAt" timestamptz, retry int, at timestamptz, "durationMs" int,
      headers jsonb, status int, answered jsonb, body text)),
  locked AS (
    SELECT d.id FROM deliveries d JOIN wanted o ON o.id = d.id AND o."takenAt" = d.taken_at FOR UPDATE OF d SKIP LOCKED)
  UPDATE deliveries d SET status = 'delivered', due_at = NULL, taken_at = NULL, retry = o.retry, attempts = attempts + 1,
    attempted_at = o.at, duration_ms = o."durationMs", error = NULL, request_headers = o.headers, response_status = o.status,
    response_headers = o.answered, response_body = o.body
  FROM wanted o WHERE d.id = o.id AND d.id IN (SELECT id FROM locked) RETURNING d.id`)
const FINE_AGAIN = prepared(
  'UPDATE webhooks SET failing_since = NULL WHERE id = ANY($1::uuid[]) AND failing_since IS NOT NULL',
)
const MOST_AT_ONCE = 100

type Waiting = { delivery: Taken; outcome: Outcome; done: (isWritten: boolean) => void }

/** Deliveries that their receivers took: those that come while others are written down are written together. */
@Injectable()
export class TakenWell {
  private readonly waiting: Waiting[] = []
  private isWriting = false
  constructor(private readonly db: Database) {}

  /** False: it has to be written by itself. */
  record(delivery: Taken, outcome: Outcome): Promise<boolean> {
    return new Promise(done => {
      this.waiting.push({ delivery, outcome, done })
      if (!this.isWriting) void this.writeAll()
    })
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_AT_ONCE)
      const written = await this.write(batch).catch(() => new Set<string>())
      for (const { delivery, done } of batch) done(written.has(delivery.id))
    }
    this.isWriting = false
  }

  private async write(batch: Waiting[]): Promise<Set<string>> {
    const webhooks = batch.flatMap(({ delivery: { type, webhookId } }) => (type === TEST_EVENT ? [] : webhookId))
    const written = await this.db.commit(async tx => {
      repeatable(tx)
      // first, as whoever deletes a webhook begins with its row too
      void tx.sql(FINE_AGAIN, [[...new Set(webhooks)].toSorted()])
      return { rows: tx.sql<{ id: string }>(RECORD, [JSON.stringify(batch.map(rowOf))]) }
    })
    return new Set((await written.rows).map(({ id }) => id))
  }
}

const rowOf = ({ delivery: { id, takenAt, retry }, outcome }: Waiting) => {
  const { at, durationMs, headers, answer } = outcome
  const sent = { id, takenAt, retry: retry + 1, at, durationMs, headers }
  return { ...sent, status: answer?.status, answered: answer?.headers, body: answer?.body }
}
