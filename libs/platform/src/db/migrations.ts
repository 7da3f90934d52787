import { setTimeout as delay } from 'node:timers/promises'
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm'
import { RESET_TIMEOUTS, DISABLE_TIMEOUTS } from './connection.ts'

/** Maximum time that a migration waits for a lock. Requests queue behind it, so it is also the maximum delay of requests. */
const LOCK_TIMEOUT_MS = 2000
const RETRY_DELAY_MS = 500
const GIVE_UP_AFTER_MS = 300_000
/** SQLSTATE codes lock_not_available and deadlock_detected. */
const LOCK_ERRORS = ['55P03', '40P01']

/**
 * Runs the pending migrations of a service, and returns their names. Several processes may start at the same time: an advisory lock lets
 * one run the migrations while the others wait.
 */
export async function runMigrations(source: DataSource, service: string): Promise<string[]> {
  const runner = source.createQueryRunner()
  await runner.connect()
  try {
    // The timeouts are disabled, because migrating a large table takes long, and so does waiting for another process that migrates.
    await runner.query(`${DISABLE_TIMEOUTS}; SET lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await acquireMigrationLock(runner, service)
    return await runPendingMigrations(source, runner)
  } finally {
    await runner.query(RESET_TIMEOUTS).catch(() => {})
    await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`migrate:${service}`]).catch(() => {})
    await runner.release()
  }
}

/** Polls for the lock instead of waiting in one statement, because CREATE INDEX CONCURRENTLY waits for all running statements. */
async function acquireMigrationLock(runner: QueryRunner, service: string): Promise<void> {
  for (;;) {
    const sql = 'SELECT pg_try_advisory_lock(hashtext($1)) AS acquired'
    const [{ acquired }] = (await runner.query(sql, [`migrate:${service}`])) as [{ acquired: boolean }]
    if (acquired) return
    await delay(RETRY_DELAY_MS / 5)
  }
}

/**
 * A migration that cannot lock its table within LOCK_TIMEOUT_MS ends, so that the requests queued behind it continue, and is tried again
 * later.
 */
async function runPendingMigrations(source: DataSource, runner: QueryRunner): Promise<string[]> {
  const finishedNames: string[] = []
  const deadline = Date.now() + GIVE_UP_AFTER_MS
  for (;;) {
    const executor = new MigrationExecutor(source, runner)
    executor.transaction = 'each'
    const pendingNames = (await executor.getPendingMigrations()).map(({ name }) => name)
    try {
      if (pendingNames.length > 0) await dropInvalidIndexes(runner)
      await executor.executePendingMigrations()
      return [...finishedNames, ...pendingNames]
    } catch (error) {
      if (!isLockError(error) || Date.now() > deadline) throw error
      const remaining = new Set((await executor.getPendingMigrations()).map(({ name }) => name))
      finishedNames.push(...pendingNames.filter(name => !remaining.has(name)))
      await delay(RETRY_DELAY_MS)
    }
  }
}

/** Drops indexes whose concurrent creation was interrupted. IF NOT EXISTS would keep them, although Postgres does not use them. */
async function dropInvalidIndexes(runner: QueryRunner): Promise<void> {
  const invalidIndexes = (await runner.query(
    `SELECT quote_ident(c.relname) AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid)`,
  )) as { name: string }[]
  for (const { name } of invalidIndexes) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
}

const isLockError = (error: unknown): boolean => LOCK_ERRORS.includes((error as { code?: string }).code ?? '')
