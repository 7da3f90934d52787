import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { library } from '@daymark/contracts'
import { migrate, type ServiceDefinition } from '@daymark/platform'
import { actorOf, pollUntil, testDatabase } from '@daymark/testing/outside'
import { Client } from 'pg'
import { type Daymark, startDaymark } from '../support/daymark.ts'
import { allServices } from '../support/all-services.ts'

const PHOTOS = 8000
const LOOPS = 3
const { migrations: released } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../architecture/released.json'), 'utf8'),
) as { migrations: Record<string, Record<string, string>> }

const root = join(import.meta.dirname, '../..')
const since = globSync('apps/*/src/migrations/[0-9]*.ts', { cwd: root })
  .filter(path => !released[path.split('/')[1] ?? '']?.[basename(path)])
  .map(path => /\bname = '(\w+)'/.exec(readFileSync(join(root, path), 'utf8'))?.[1])
/** The services with the tables of the previous release; released migrations never change. */
const previous = allServices.map((one): ServiceDefinition => ({
  ...one,
  migrations: one.migrations?.filter(({ name }) => !since.includes(name)) ?? [],
}))

/** Reads and writes as the previous release does until it is stopped. */
class PreviousRelease {
  rounds = 0
  readonly failures: string[] = []
  private readonly clients: Client[] = []
  private readonly ownerId: string
  private isStopped = false
  private running: Promise<void>[] = []
  constructor(ownerId: string) {
    this.ownerId = ownerId
  }
  async start(url: string): Promise<void> {
    for (let n = 0; n < LOOPS; n++) {
      const client = new Client({ connectionString: url, options: '-c search_path=library' })
      await client.connect()
      this.clients.push(client)
      this.running.push(this.loop(client))
    }
  }
  /** Waits for further successful rounds. */
  async expectProgress(): Promise<void> {
    const before = this.rounds
    await pollUntil('the previous release makes progress', async () => this.rounds >= before + 3 * LOOPS)
    if (this.failures.length) throw new Error(`the previous release failed: ${this.failures.join('; ')}`)
  }
  async stop(): Promise<void> {
    if (this.isStopped) return
    this.isStopped = true
    await Promise.all(this.running)
    await Promise.all(this.clients.map(client => client.end()))
  }
  private async loop(client: Client): Promise<void> {
    while (!this.isStopped) {
      await this.round(client).catch(async (error: Error) => {
        this.failures.push(error.message)
        await client.query('ROLLBACK').catch(() => {}) // prevents follow-up errors
      })
      this.rounds += 1
    }
  }
  private async round(client: Client): Promise<void> {
    await client.query(PAGE, [this.ownerId])
    await client.query('BEGIN')
    const account = await client.query<{ uploads: number }>(
      'UPDATE accounts SET photos = photos + 1, uploads = uploads + 1 WHERE user_id = $1 RETURNING uploads',
      [this.ownerId],
    )
    const number = account.rows[0]?.uploads ?? 0
    await client.query(insertPhotos('$2::int', '$2::int'), [this.ownerId, number])
    await client.query(`UPDATE photos SET status = 'completed', title = $3 WHERE owner_id = $1 AND number = $2`, [
      ...[this.ownerId, number],
      `Photo ${(number * 31) % PHOTOS}`,
    ])
    await client.query('COMMIT')
  }
}
const PAGE = `SELECT id FROM photos WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY number DESC, id DESC LIMIT 50 OFFSET 100`
const insertPhotos = (first: string, last: string) => `
  INSERT INTO library.photos (owner_id, number, stem, extension, filename, original_filename, title, object_key, size, sha256,
    crc32, mime_type, format, created_at, updated_at)
  SELECT $1::uuid, n, 'P-' || n, 'jpg', 'P-' || n || '.jpg', 'P.jpg', 'Photo ' || n * 7919 % ${PHOTOS}, 'key-' || n, 1, '',
    0, 'image/jpeg', 'JPEG', now(), now() FROM generate_series(${first}, ${last}) n`

describe('the tables of the previous release, in use while they are migrated', () => {
  const ownerId = randomUUID()
  const old = new PreviousRelease(ownerId)
  let database: Awaited<ReturnType<typeof testDatabase>>
  let client: Client
  let env: Record<string, string>
  let daymark: Daymark | undefined
  beforeAll(async () => {
    database = await testDatabase()
    env = { DAYMARK_DATABASE_URL: database.url, DAYMARK_SECRET: 'a secret for tests only, at least 32 characters' }
    await migrate(previous, env)
    client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(insertPhotos('1', String(PHOTOS)), [ownerId])
    await client.query('INSERT INTO library.accounts (user_id, photos, uploads) VALUES ($1, $2, $2)', [ownerId, PHOTOS])
    await old.start(database.url)
  })
  afterAll(async () => {
    await daymark?.stop()
    await old.stop()
    await client.end()
    await database.drop()
  })

  const byTitle = async (offset: number) => {
    const input = { filter: {}, sort: 'title' as const, limit: 20, offset }
    return (await daymark?.rpc.call(library.listPhotos, input, actorOf(ownerId)))?.photos.map(({ id }) => id)
  }

  it('the previous release works before, during and after the migration', async () => {
    await old.expectProgress()
    const done = await migrate(allServices, env)
    expect(done.flatMap(one => one.done).toSorted()).toEqual(since.toSorted())
    expect((await migrate(allServices, env)).flatMap(one => one.done)).toEqual([])
    await old.expectProgress()
  })

  it('both releases work at the same time', async () => {
    daymark = await startDaymark({ env, bus: 'memory' })
    await old.expectProgress()
    expect(await byTitle(PHOTOS / 2)).toHaveLength(20)
    await old.expectProgress()
  })

  it('the previous release works alone again, and the new one can use its data', async () => {
    await daymark?.stop()
    daymark = undefined
    await old.expectProgress()
    await old.stop()
    expect(old.failures).toEqual([])
    daymark = await startDaymark({ env, bus: 'memory' })
    const sql = `SELECT id FROM library.photos WHERE owner_id = $1 ORDER BY title COLLATE library.natural_order, id`
    const ids = (await client.query<{ id: string }>(sql, [ownerId])).rows.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(PHOTOS)
    for (const offset of [10, 3500, PHOTOS / 2, ids.length - 3500])
      expect(await byTitle(offset)).toEqual(ids.slice(offset, offset + 20))
    const kept = await client.query('SELECT sum(photos)::int AS n FROM library.list_signposts WHERE list_id = $1', [
      ownerId,
    ])
    expect(kept.rows).toEqual([{ n: ids.length }])
  })
})
