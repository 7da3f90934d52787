import { type Actor, defineAuditEvent, type JobKindView } from '@daymark/contracts'
import type { Database } from '../db/database.ts'

/** Argument with which `Tx.startJob` wakes the worker of the job queue instead of starting a scheduled job. */
export const JOB_QUEUE = { name: 'job-queue' }
/** A job that has failed and waits for its next attempt. */
type FailingJob = { id: string; kind: string; account: string; attempts: number; runAt: Date; reason: string }

/** SQL condition for running jobs. If the lease has ended, the process that held it has died, and the job waits. */
const IS_RUNNING = 'lease IS NOT NULL AND run_at > $1'
const SELECT_SUMMARY = `
  SELECT kind, count(*) FILTER (WHERE NOT (${IS_RUNNING}))::int AS waiting, count(*) FILTER (WHERE ${IS_RUNNING})::int AS running,
    count(last_error)::int AS failing, greatest(0, extract(epoch FROM $1 - min(created_at)))::float8 AS "oldestSeconds",
    (array_agg(last_error ORDER BY id DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS "lastError"
  FROM job_queue GROUP BY kind ORDER BY kind`
const SELECT_FAILING_JOBS = `
  SELECT id, kind, account, attempts, run_at AS "runAt", last_error AS reason FROM job_queue
  WHERE last_error IS NOT NULL AND NOT (${IS_RUNNING}) ORDER BY id LIMIT $2`
const MATCHES_FILTER = `NOT (${IS_RUNNING}) AND ($2 = 'all' OR id::text = $2 OR kind = $2)`
const RETRY_JOBS = `UPDATE job_queue SET run_at = $1, lease = NULL WHERE ${MATCHES_FILTER} AND last_error IS NOT NULL RETURNING kind`
const DELETE_JOBS = `DELETE FROM job_queue WHERE ${MATCHES_FILTER} RETURNING kind`

/** The job queue of a service as an operator sees it. Jobs that ran out of attempts are dead letters. */
export class WaitingJobs {
  constructor(private readonly db: Database) {}

  /** One row for each kind that has jobs. */
  summarize(now: Date): Promise<JobKindView[]> {
    return this.db.sql(SELECT_SUMMARY, [now])
  }

  /** Lists failing jobs, oldest first. */
  listFailing(now: Date, limit: number): Promise<FailingJob[]> {
    return this.db.sql(SELECT_FAILING_JOBS, [now, limit])
  }

  /** Runs failing jobs now instead of at their next attempt. `selection`: an id, a kind or `all`. Resolves to the number of jobs. */
  retry(selection: string, now: Date, actor: Actor): Promise<number> {
    return this.changeJobs({ statement: RETRY_JOBS, action: 'job.retried' }, selection, now, actor)
  }

  /** Deletes waiting jobs, whether they have failed or not. Their work will never be done. Resolves to the number of jobs. */
  drop(selection: string, now: Date, actor: Actor): Promise<number> {
    return this.changeJobs({ statement: DELETE_JOBS, action: 'job.dropped' }, selection, now, actor)
  }

  private changeJobs(
    { statement, action }: { statement: string; action: 'job.retried' | 'job.dropped' },
    selection: string,
    now: Date,
    actor: Actor,
  ): Promise<number> {
    const { service } = this.db
    return this.db.commit(async tx => {
      const rows = await tx.sql<{ kind: string }>(statement, [now, selection])
      if (rows.length === 0) return 0
      tx.startJob(JOB_QUEUE)
      const kinds = [...new Set(rows.map(({ kind }) => kind))]
      const target = { kind: 'job', id: selection, name: kinds.length === 1 ? (kinds[0] ?? null) : null }
      tx.emit(defineAuditEvent(service), service, { action, target, details: { service, count: rows.length } }, actor)
      return rows.length
    })
  }
}
