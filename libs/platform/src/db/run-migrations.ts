import { setTimeout as delay } from 'node:timers/promises'
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm'
import { LIMITS_AGAIN, WITHOUT_LIMITS } from './limits.ts'

/** As long as requests may have to stand behind a migration that waits for a lock. */
const LOCK_WAIT_MS = 2000
const PAUSE_MS = 500
const LONGEST_MS = 300_000
/** lock_not_available, deadlock_detected: somebody else was first. */
const LOCKED = ['55P03', '40P01']

/** Several processes may start at once: the advisory lock lets one run the migrations, the others find them done. */
export async function runMigrations(source: DataSource, service: string): Promise<string[]> {
  const runner = source.createQueryRunner()
  await runner.connect()
  try {
    // a table of millions takes its time, and so does another process that is at it
    await runner.query(`${WITHOUT_LIMITS}; SET lock_timeout = ${LOCK_WAIT_MS}`)
    await takeTurn(runner, service)
    return await runAll(source, runner)
  } finally {
    await runner.query(LIMITS_AGAIN).catch(() => {})
    await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`migrate:${service}`]).catch(() => {})
    await runner.release()
  }
}

/** Asked for again and again: who waits inside a statement would hold up CREATE INDEX CONCURRENTLY, which waits for old statements. */
async function takeTurn(runner: QueryRunner, service: string): Promise<void> {
  for (;;) {
    const sql = 'SELECT pg_try_advisory_lock(hashtext($1)) AS mine'
    const [{ mine }] = (await runner.query(sql, [`migrate:${service}`])) as [{ mine: boolean }]
    if (mine) return
    await delay(PAUSE_MS / 5)
  }
}

/** A migration that does not get its lock soon lets everybody pass who waits behind it, and tries again. */
async function runAll(source: DataSource, runner: QueryRunner): Promise<string[]> {
  const done: string[] = []
  const until = Date.now() + LONGEST_MS
  for (;;) {
    const executor = new MigrationExecutor(source, runner)
    executor.transaction = 'each'
    const wanted = (await executor.getPendingMigrations()).map(({ name }) => name)
    try {
      if (wanted.length > 0) await dropUnfinished(runner)
      await executor.executePendingMigrations()
      return [...done, ...wanted]
    } catch (error) {
      if (!isLocked(error) || Date.now() > until) throw error
      const left = new Set((await executor.getPendingMigrations()).map(({ name }) => name))
      done.push(...wanted.filter(name => !left.has(name)))
      await delay(PAUSE_MS)
    }
  }
}

/** An index that was being made CONCURRENTLY when its process ended, or its time: it would count as made, and nobody would use it. */
async function dropUnfinished(runner: QueryRunner): Promise<void> {
  const unfinished = (await runner.query(
    `SELECT quote_ident(c.relname) AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = i.indexrelid)`,
  )) as { name: string }[]
  for (const { name } of unfinished) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
}

const isLocked = (error: unknown): boolean => LOCKED.includes((error as { code?: string }).code ?? '')
