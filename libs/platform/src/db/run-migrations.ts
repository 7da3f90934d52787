import { type DataSource, MigrationExecutor } from 'typeorm'
import { LIMITS_AGAIN, WITHOUT_LIMITS } from './limits.ts'

/** Several processes may start at once: the advisory lock lets one run the migrations, the others find them done. */
export async function runMigrations(source: DataSource, service: string): Promise<string[]> {
  const runner = source.createQueryRunner()
  await runner.connect()
  try {
    // a table of millions takes its time, and so does another process that is at it
    await runner.query(WITHOUT_LIMITS)
    await runner.query('SELECT pg_advisory_lock(hashtext($1))', [`migrate:${service}`])
    const executor = new MigrationExecutor(source, runner)
    executor.transaction = 'each'
    return (await executor.executePendingMigrations()).map(m => m.name)
  } finally {
    await runner.query(LIMITS_AGAIN).catch(() => {})
    await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [`migrate:${service}`]).catch(() => {})
    await runner.release()
  }
}
