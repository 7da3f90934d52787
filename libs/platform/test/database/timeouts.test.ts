import { randomUUID } from 'node:crypto'
import { errors, rpc, system } from '@daymark/contracts'
import { Database, defineService, Handles, isUnavailable, RpcHandlers, withoutTimeout } from '@daymark/platform'
import { startServices, type TestServices } from '@daymark/testing'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { z } from 'zod'

/** The statement timeout. All other statements of these tests must finish within it, even on a busy machine. */
const STATEMENT_MS = 800
const formatTimeout = (ms: number) => String(Math.round(ms))
const LONG_STATEMENT = `SELECT pg_sleep(${(1.5 * STATEMENT_MS) / 1000})`

class Things1800000000003 implements MigrationInterface {
  name = 'Things1800000000003'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE things (id uuid PRIMARY KEY, n int NOT NULL DEFAULT 0)')
    await q.query(LONG_STATEMENT) // exceeds the statement timeout of the service
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE things')
  }
}

const slow = rpc('delta.things.slow', z.object({}), z.object({}))
@RpcHandlers()
class SlowHandlers {
  constructor(private readonly db: Database) {}

  @Handles(slow)
  async sleep() {
    await this.db.sql('SELECT pg_sleep(60)')
    return {}
  }
}

const delta = defineService({ name: 'delta', migrations: [Things1800000000003], handlers: [SlowHandlers] })
const readErrorCode = (failure: Promise<unknown>) =>
  failure.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )

describe('timeouts in Postgres', () => {
  let services: TestServices
  let db: Database
  beforeAll(async () => {
    const env = {
      DAYMARK_DATABASE_STATEMENT_MS: formatTimeout(STATEMENT_MS),
      DAYMARK_DATABASE_LOCK_MS: formatTimeout(150),
      DAYMARK_DATABASE_IDLE_TRANSACTION_MS: formatTimeout(2000),
    }
    services = await startServices([delta], { env }) // runs the migration, which has no statement timeout
    db = services.db('delta')
  })
  afterAll(() => services.stop())

  it('a statement that exceeds the timeout fails with 503, and its connection can be used again', async () => {
    const failure = await db.sql('SELECT pg_sleep(60)').catch((error: unknown) => error)
    expect([isUnavailable(failure), (failure as { code?: string }).code]).toEqual([true, '57014'])
    await expect(services.rpc.call(slow, {}, system)).rejects.toMatchObject({
      code: errors.UNAVAILABLE().code,
      status: 503,
    })
    expect(await db.sql('SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('a statement that waits for a lock fails after the shorter lock timeout, and the holder of the lock is not affected', async () => {
    const id = randomUUID()
    await db.commit(tx => tx.sql('INSERT INTO things (id) VALUES ($1)', [id]))
    const increment = 'UPDATE things SET n = n + 1 WHERE id = $1'
    const waitingCode = await db.commit(async tx => {
      await tx.sql(increment, [id])
      return readErrorCode(db.commit(other => other.sql(increment, [id])))
    })
    expect(waitingCode).toBe('55P03')
    expect(await db.sql('SELECT n FROM things WHERE id = $1', [id])).toEqual([{ n: 1 }])
  })

  it('an idle transaction is ended and rolled back', async () => {
    const id = randomUUID()
    const hasEnded = async () =>
      (await db.sql(`SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND usename = current_user`))
        .length === 0
    const failure = await db
      .commit(async tx => {
        await tx.sql('INSERT INTO things (id) VALUES ($1)', [id])
        while (!(await hasEnded()));
        await tx.sql('SELECT 1')
      })
      .catch((error: unknown) => error)
    expect(isUnavailable(failure)).toBe(true)
    expect(await db.sql('SELECT n FROM things WHERE id = $1', [id])).toEqual([])
  })

  it('withoutTimeout disables the statement timeout', async () => {
    const work = () => db.commit(tx => tx.sql(LONG_STATEMENT))
    expect(await readErrorCode(work())).toBe('57014')
    expect(await readErrorCode(withoutTimeout(work))).toBe('none')
  })

  it('connections that ran a migration have the timeouts of the service afterwards', async () => {
    const setting = `extract(epoch FROM current_setting('statement_timeout')::interval)`
    const shown = await Promise.all(
      Array.from({ length: 4 }, () => db.sql(`SELECT (${setting} * 1000)::int AS ms, pg_sleep(0.05)`)),
    )
    expect(new Set(shown.flat().map(row => row['ms']))).toEqual(new Set([Number(formatTimeout(STATEMENT_MS))]))
  })
})
