import { event } from '@daymark/contracts'
import { type Database, defineService, preparedStatement } from '@daymark/platform'
import { pollUntil, startServices, type TestServices } from '@daymark/testing'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { z } from 'zod'

const named = event('gamma.thing.named.v1', z.object({ id: z.uuid() }))

class Names1800000000002 implements MigrationInterface {
  name = 'Names1800000000002'
  async up(q: QueryRunner) {
    await q.query('CREATE TABLE names (id uuid PRIMARY KEY, name text NOT NULL)')
  }
  async down(q: QueryRunner) {
    await q.query('DROP TABLE names')
  }
}

const INSERT = preparedStatement('INSERT INTO names (id, name) VALUES ($1, $2)')
const gamma = defineService({ name: 'gamma', migrations: [Names1800000000002] })

describe('a statement that is not awaited', () => {
  let services: TestServices
  let db: Database
  const findNames = async (id: string) =>
    (await db.sql<{ name: string }>('SELECT name FROM names WHERE id = $1', [id])).map(row => row.name)
  const countPublished = async () => (await db.sql('SELECT seq FROM outbox')).length

  beforeAll(async () => {
    services = await startServices([gamma])
    db = services.db('gamma')
  })
  afterAll(() => services.stop())

  it('is visible to later statements and commits with them', async () => {
    const id = randomUUID()
    const seen = await db.commit(async tx => {
      tx.send(INSERT, [id, 'first'])
      tx.send("UPDATE names SET name = name || ', second' WHERE id = $1", [id])
      return tx.sql('SELECT name FROM names WHERE id = $1', [id])
    })
    expect(seen).toEqual([{ name: 'first, second' }])
    expect(await findNames(id)).toEqual(['first, second'])
  })

  it('can be repeated as a prepared statement within one transaction', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID())
    const rename = preparedStatement("UPDATE names SET name = name || '!' WHERE id = $1 RETURNING name")
    const renamed = await db.commit(async tx => {
      for (const id of ids) tx.send(INSERT, [id, 'one of many'])
      return Promise.all(ids.map(id => tx.sql<{ name: string }>(rename, [id])))
    })
    expect(renamed.flat()).toEqual(ids.map(() => ({ name: 'one of many!' })))
    expect(await db.sql(preparedStatement('SELECT count(*)::int AS n FROM names WHERE id = ANY($1)'), [ids])).toEqual([
      { n: 20 },
    ])
  })

  it('makes the commit fail if it fails: no row is stored and no event is published', async () => {
    const id = randomUUID()
    await services.settle()
    const commit = db.commit(async tx => {
      tx.send(INSERT, [id, 'once'])
      tx.send(INSERT, [id, 'twice'])
      tx.emit(named, id, { id })
    })
    await expect(commit).rejects.toThrow(/duplicate key/)
    expect(await findNames(id)).toEqual([])
    expect(await countPublished()).toBe(0)
  })

  it('is reported as the cause if later statements fail because of it', async () => {
    const id = randomUUID()
    const commit = db.commit(async tx => {
      tx.send(INSERT, [id, null])
      await tx.sql(INSERT, [id, 'after'])
    })
    await expect(commit).rejects.toThrow(/null value in column "name"/)
    expect(await findNames(id)).toEqual([])
  })

  it('is rolled back if later code throws', async () => {
    const id = randomUUID()
    const commit = db.commit(async tx => {
      tx.send(INSERT, [id, 'first'])
      await Promise.reject(new Error('later failure'))
    })
    await expect(commit).rejects.toThrow('later failure')
    expect(await findNames(id)).toEqual([])
  })

  it('fails if its connection is lost, and the next transaction uses another connection', async () => {
    const id = randomUUID()
    const commit = db.commit(async tx => {
      tx.send(INSERT, [id, 'lost'])
      tx.send('SELECT pg_terminate_backend(pg_backend_pid())')
      tx.send(INSERT, [randomUUID(), 'lost'])
    })
    await expect(commit).rejects.toThrow()
    expect(await findNames(id)).toEqual([])
    await db.commit(async tx => tx.send(INSERT, [id, 'kept']))
    expect(await findNames(id)).toEqual(['kept'])
  })
})

describe('work under a lock', () => {
  let services: TestServices
  let db: Database
  beforeAll(async () => {
    services = await startServices([gamma])
    db = services.db('gamma')
  })
  afterAll(() => services.stop())

  it('runs outside of a transaction and blocks transactions that take the same lock', async () => {
    const order: string[] = []
    const take = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
    const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON oid = database WHERE NOT granted AND datname = current_database()`
    let other: Promise<unknown> = Promise.resolve()
    await db.whileLocked('thing', async em => {
      other = db.commit(async tx => {
        await tx.sql(take, ['thing'])
        order.push('transaction')
      })
      while (!(await db.sql(waiting)).length) await delay(10)
      const [first] = await em.query('SELECT now()::text AS began')
      const [second] = await em.query('SELECT now()::text AS began')
      expect(first.began).not.toEqual(second.began)
      order.push('work')
    })
    await other
    expect(order).toEqual(['work', 'transaction'])
  })

  it('releases the lock if the work fails', async () => {
    await expect(db.whileLocked('thing', () => Promise.reject(new Error('no store')))).rejects.toThrow('no store')
    expect(await db.whileLocked('thing', async () => 'free')).toBe('free')
  })
})

describe('a query', () => {
  let services: TestServices
  beforeAll(async () => void (services = await startServices([gamma])))
  afterAll(() => services.stop())

  it('counts as waiting only while every connection is in use', async () => {
    const db = services.db('gamma')
    const query = () => db.sql('SELECT 1')
    await query() // opens a connection, which is free afterwards
    const queries = [query(), query()]
    expect(db.countConnections().waiting).toBe(0)
    await Promise.all(queries)
    const end = Promise.withResolvers<void>()
    const held = Array.from({ length: db.countConnections().max }, () =>
      db.commit(async tx => void (await tx.sql('SELECT 1'), await end.promise)),
    )
    await pollUntil('all connections are in use', () => db.countConnections().used === db.countConnections().max)
    const waitingQueries = [query(), query()]
    expect(db.countConnections().waiting).toBeGreaterThanOrEqual(2)
    end.resolve()
    await Promise.all([...held, ...waitingQueries])
    await pollUntil('no query waits', () => db.countConnections().waiting === 0)
  })
})
