import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { type Envelope, accountOfEvent } from '@daymark/contracts'
import type { z } from 'zod'
import { Batcher } from '../async/batcher.ts'
import type { Clock } from '../async/time.ts'
import type { Database } from '../db/database.ts'
import { preparedStatement } from '../db/connection.ts'
import type { Tx } from '../db/tx.ts'
import { context } from '../telemetry/context.ts'
import { redactMessage } from '../telemetry/safe-error.ts'
import type { JobGroup, SlotShare } from './share-slots.ts'

/**
 * Duration of a lease. After it ends, other processes take over the jobs of a dead process. Running processes renew their leases three
 * times per duration.
 */
export const LEASE_MS = 60_000
/** Maximum number of accounts (with groups) per kind that one query finds. The next query continues after them. */
export const MAX_GROUPS_PER_QUERY = 200
/**
 * Maximum number of due jobs of one account and group that one claim considers. Jobs of a sequence may block one another, so a claim
 * considers more jobs than it takes.
 */
const MAX_CONSIDERED_JOBS = 200

/** Inserts jobs. If a job with the same key is waiting, it runs at the earlier of the two times; a running job is not changed. */
const INSERT_JOBS = preparedStatement(`
  INSERT INTO job_queue AS j (kind, key, account, job_group, sequence, payload, run_at, created_at)
  SELECT $1, g.key, g.account, coalesce(g."group", ''), g.sequence, g.payload, coalesce(g."runAt", $3), $3
  FROM jsonb_to_recordset($2::jsonb) AS g (n int, key text, account text, "group" text, sequence text, payload jsonb, "runAt" timestamptz)
  ORDER BY n
  ON CONFLICT (kind, key) DO UPDATE SET run_at = EXCLUDED.run_at WHERE j.lease IS NULL AND j.run_at > EXCLUDED.run_at`)

/** Marks events as handled and enqueues exactly one job for each event, even if an event is delivered twice or to two processes. */
const INSERT_EVENT_JOBS = preparedStatement(`
  WITH new_events AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (n int, kind text, account text, event jsonb)),
  marked AS (
    INSERT INTO inbox (event_id, subscriber, done_at) SELECT (event ->> 'id')::uuid, kind, now() FROM new_events ORDER BY 1, 2
    ON CONFLICT (event_id, subscriber) DO UPDATE SET done_at = now() WHERE inbox.done_at IS NULL
    RETURNING event_id::text, subscriber)
  INSERT INTO job_queue (kind, key, account, sequence, payload, run_at, created_at)
  SELECT kind, event_id, account, event ->> 'subject', event, $2, $2
  FROM new_events JOIN marked ON event ->> 'id' = event_id AND kind = subscriber ORDER BY n ON CONFLICT (kind, key) DO NOTHING`)
/** Maximum number of events per statement. */
const MAX_EVENTS_PER_STATEMENT = 500

/**
 * Selects accounts with jobs. It skips through the index from account to account, so the cost depends on the number of accounts and not of
 * jobs.
 */
const SELECT_GROUPS = preparedStatement(`
  SELECT k.kind, h.account, h.job_group AS "group", EXISTS (
    SELECT FROM job_queue j WHERE j.kind = k.kind AND j.account = h.account AND j.job_group = h.job_group AND j.run_at <= $3) AS due
  FROM unnest($1::text[], $2::text[]) AS k (kind, after) CROSS JOIN LATERAL (
    WITH RECURSIVE heads (account, job_group) AS (
      (SELECT account, job_group FROM job_queue WHERE kind = k.kind AND account > k.after ORDER BY account, job_group LIMIT 1)
      UNION ALL
      SELECT next.account, next.job_group FROM heads CROSS JOIN LATERAL (
        SELECT j.account, j.job_group FROM job_queue j
        WHERE j.kind = k.kind AND (j.account, j.job_group) > (heads.account, heads.job_group)
        ORDER BY j.account, j.job_group LIMIT 1) next)
    SELECT account, job_group FROM heads LIMIT ${MAX_GROUPS_PER_QUERY}) h`)

/** Claims due jobs. A later job of a sequence does not start before the first attempt of the earlier one has ended. */
const CLAIM_JOBS = preparedStatement(`
  WITH chosen AS (
    SELECT due.id FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS slot_share (kind, account, job_group, count)
    CROSS JOIN LATERAL (
      SELECT j.id FROM (
        SELECT id, kind, sequence, attempts, run_at FROM job_queue
        WHERE kind = slot_share.kind AND account = slot_share.account AND job_group = slot_share.job_group AND run_at <= $5
          AND id <> ALL ($8::bigint[])
        ORDER BY run_at, id LIMIT ${MAX_CONSIDERED_JOBS}) j
      WHERE j.attempts > 0 OR NOT EXISTS (
        SELECT FROM job_queue earlier WHERE earlier.kind = j.kind AND earlier.sequence = j.sequence AND earlier.id < j.id
          AND (earlier.attempts = 0 OR earlier.attempts = 1 AND earlier.lease IS NOT NULL))
      ORDER BY j.run_at, j.id LIMIT slot_share.count) due),
  locked AS (
    SELECT id, run_at FROM job_queue WHERE id IN (SELECT id FROM chosen) AND run_at <= $5 FOR UPDATE SKIP LOCKED)
  UPDATE job_queue j SET lease = $7, run_at = $6, attempts = attempts + 1 FROM locked WHERE j.id = locked.id
  RETURNING j.id, j.kind, j.key, j.account, j.job_group AS "group", j.payload, j.attempts, j.uncounted_attempts AS "uncountedAttempts", locked.run_at AS "runAt"`)

const RENEW_LEASES = `UPDATE job_queue SET run_at = $3 WHERE id = ANY ($1::bigint[]) AND lease = $2 RETURNING id`
const DELETE_COMPLETED_JOB = preparedStatement('DELETE FROM job_queue WHERE id = $1 AND lease = $2 RETURNING id')
/** A postponement does not count as an attempt, but ends the first attempt. */
const POSTPONE_JOB = preparedStatement(`
  UPDATE job_queue SET run_at = $3, lease = NULL, uncounted_attempts = attempts, last_error = $4 WHERE id = $1 AND lease = $2 RETURNING id`)
const RETRY_JOB = `
  UPDATE job_queue SET run_at = $3, lease = NULL, uncounted_attempts = uncounted_attempts + $4, last_error = $5 WHERE id = $1 AND lease = $2`
/**
 * Makes jobs due that were enqueued or postponed while the clock was ahead. No job is postponed by more than 12 hours. The process that
 * runs a job corrects its time by renewing the lease.
 */
const CORRECT_TIMES = `
  UPDATE job_queue SET run_at = $1::timestamptz, created_at = least(created_at, $1::timestamptz)
  WHERE lease IS NULL AND (created_at > $2 OR attempts > 0 AND run_at > $1::timestamptz + interval '12 hours')`
const RELEASE_JOBS = `UPDATE job_queue SET run_at = $2, lease = NULL, attempts = attempts - 1 WHERE lease = $1`
const INSERT_DEAD_LETTER = `
  INSERT INTO dead_letters (event_id, subscriber, envelope, reason, attempts) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (event_id, subscriber) DO UPDATE SET reason = $4, attempts = $5, died_at = now(), replay = false`
const SELECT_DEPTH = `
  SELECT kind, count(*)::int AS waiting, coalesce(extract(epoch FROM $1 - min(created_at)), 0)::float8 AS "ageSeconds"
  FROM job_queue GROUP BY kind`

/** A kind of slow work that a service performs outside of requests and events. */
export type JobType<P extends z.ZodType = z.ZodType> = { kind: string; payload: P } & JobLimits
export type JobLimits = {
  /** Maximum number of concurrent jobs of this kind per process. */
  concurrency?: number
  /** Maximum number of concurrent jobs of one account. Default: `concurrency` minus one, so that one slot remains for other accounts. */
  perAccount?: number
  /** Maximum number of concurrent jobs of one group, over all accounts. */
  perGroup?: number
}
/** Enqueueing a `key` that is already in the queue adds no job. Jobs of one `sequence` start in the order in which they were enqueued. */
type NewJob<D> = { data: D; key: string; account: string; group?: string; sequence?: string; runAt?: Date }
type EventJob = { kind: string; event: Envelope }
export type ClaimedJob = {
  id: string
  kind: string
  key: string
  account: string
  group: string
  payload: Envelope
  /** Number of attempts, including the current one. */
  attempts: number
  /** Number of attempts that do not count. */
  uncountedAttempts: number
  runAt: Date
}

/** Thrown if another process has taken over the job, because this process was suspended for longer than its lease. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The jobs of one service in its database. The effects of a job commit together with its end. */
export class JobQueue {
  /** The id of all leases of this process. The lease of a job that another process has claimed has another id. */
  private readonly leaseId = randomUUID()
  private onEnqueued: () => void = () => {}
  private readonly eventBatcher = new Batcher(
    (batch: EventJob[]) => this.enqueueEvents(batch),
    MAX_EVENTS_PER_STATEMENT,
  )

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Enqueues jobs in the caller's transaction. */
  enqueue<P extends z.ZodType>(tx: Tx, { kind, payload }: JobType<P>, jobs: NewJob<z.input<P>>[]): void {
    if (!jobs.length) return
    const now = this.clock.now()
    const envelopeFields = {
      type: kind,
      time: now.toISOString(),
      source: this.db.service,
      traceparent: context.traceparent(),
    }
    const rows = jobs.map(({ data, ...job }, n) => {
      const envelope: Envelope = { id: randomUUIDv7(), ...envelopeFields, subject: job.key, data: payload.parse(data) }
      return { ...job, n, payload: envelope }
    })
    tx.send(INSERT_JOBS, [kind, JSON.stringify(rows), now])
    tx.afterCommit(() => this.onEnqueued())
  }
  /** Removes jobs whose work is done, even if another process has their lease. */
  remove(tx: Tx, { kind }: JobType, keys: string[]): void {
    tx.send('DELETE FROM job_queue WHERE kind = $1 AND key = ANY ($2)', [kind, keys])
  }
  /** Removes the jobs of an account that is deleted, even if another process has their lease. */
  removeOfAccount(tx: Tx, { kind }: JobType, account: string): void {
    tx.send('DELETE FROM job_queue WHERE kind = $1 AND account = $2', [kind, account])
  }

  /** Enqueues a job of this kind that handles the event. */
  enqueueEvent(kind: string, event: Envelope): Promise<void> {
    return this.eventBatcher.add({ kind, event })
  }
  private async enqueueEvents(batch: EventJob[]): Promise<void[]> {
    const jobs = new Map(batch.map(job => [`${job.kind} ${job.event.id}`, job]))
    const rows = [...jobs.values()].map((job, n) => ({ ...job, n, account: accountOfEvent(job.event) }))
    await this.db.sql(INSERT_EVENT_JOBS, [JSON.stringify(rows), this.clock.now()])
    this.onEnqueued()
    return []
  }

  /** Registers the callback for commits of this process that enqueue jobs. */
  wakeOnEnqueue(wake: () => void): void {
    this.onEnqueued = wake
  }

  /** Finds accounts with jobs. `after`: for each kind of job, the account after which the search starts. */
  async findGroups(after: Map<string, string>): Promise<Map<string, JobGroup[]>> {
    const params = [[...after.keys()], [...after.values()], this.clock.now()]
    const rows = await this.db.sql<JobGroup & { kind: string }>(SELECT_GROUPS, params)
    return Map.groupBy(rows, ({ kind }) => kind)
  }

  /**
   * Claims due jobs for the given shares. `running` are the jobs of this process, which must not be claimed again even if the clock
   * changes.
   */
  async claim(shares: (SlotShare & { kind: string })[], running: string[]): Promise<ClaimedJob[]> {
    const column = <K extends keyof SlotShare | 'kind'>(name: K) => shares.map(share => share[name])
    const columns = [column('kind'), column('account'), column('group'), column('count')]
    const { rows } = await this.db.commit(async tx => {
      disableSynchronousCommit(tx)
      return {
        rows: tx.sql<ClaimedJob>(CLAIM_JOBS, [...columns, this.clock.now(), this.leaseEnd, this.leaseId, running]),
      }
    })
    // The jobs are sorted here, because PostgreSQL returns updated rows in any order.
    return (await rows).toSorted((a, b) => +a.runAt - +b.runAt || Number(a.id) - Number(b.id))
  }

  /** Renews the leases of jobs. Returns the ids of those that this process still holds. */
  async renewLeases(ids: string[]): Promise<Set<string>> {
    const rows = await this.db.sql<{ id: string }>(RENEW_LEASES, [ids, this.leaseId, this.leaseEnd])
    return new Set(rows.map(({ id }) => id))
  }

  /** Commits effects and the end of the job in one transaction. Rejects with LeaseLost if another process has taken over the job. */
  complete<T>({ id }: ClaimedJob, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.commit(async tx => {
      this.assertLeaseHeld(await tx.sql(DELETE_COMPLETED_JOB, [id, this.leaseId]))
      return work(tx)
    })
  }
  /** Commits effects in one transaction; the job runs again at `until`. `error`: the reason for the repetition, without personal data. */
  postpone<T>({ id }: ClaimedJob, until: Date, work: (tx: Tx) => Promise<T>, error?: string): Promise<T> {
    return this.db.commit(async tx => {
      this.assertLeaseHeld(await tx.sql(POSTPONE_JOB, [id, this.leaseId, until, error ?? null]))
      return work(tx)
    })
  }

  /** Schedules another attempt after a failure. `isUncounted`: the failed attempt does not count. */
  async retry({ id }: ClaimedJob, retryAt: Date, error: unknown, isUncounted: boolean): Promise<void> {
    await this.db.sql(RETRY_JOB, [id, this.leaseId, retryAt, isUncounted ? 1 : 0, redactMessage(error)])
  }

  async storeDeadLetter(job: ClaimedJob, error: unknown): Promise<void> {
    const { kind, payload, attempts, uncountedAttempts } = job
    await this.complete(job, async tx => {
      tx.send(INSERT_DEAD_LETTER, [
        payload.id,
        kind,
        JSON.stringify(payload),
        redactMessage(error),
        attempts - uncountedAttempts,
      ])
    })
  }

  /** Corrects the times of jobs that were enqueued or postponed while the clock was ahead. */
  async correctTimes(): Promise<void> {
    await this.db.sql(CORRECT_TIMES, [this.clock.now(), this.leaseEnd])
  }

  /** Releases all jobs of this process, so that other processes can claim them immediately. */
  async releaseAll(): Promise<void> {
    await this.db.sql(RELEASE_JOBS, [this.leaseId, this.clock.now()])
  }

  /** Reads the number of jobs and the age of the oldest job, for each kind that has jobs. */
  readDepth(): Promise<{ kind: string; waiting: number; ageSeconds: number }[]> {
    return this.db.sql(SELECT_DEPTH, [this.clock.now()])
  }

  private get leaseEnd(): Date {
    return new Date(+this.clock.now() + LEASE_MS)
  }
  private assertLeaseHeld(rows: unknown[]): void {
    if (!rows.length) throw new LeaseLost()
  }
}

/**
 * Makes the transaction commit without waiting for the disk. After a crash of the database, the claim may be lost, and the job then runs
 * once more.
 */
function disableSynchronousCommit(tx: Tx): void {
  tx.send('SET LOCAL synchronous_commit = off')
}
