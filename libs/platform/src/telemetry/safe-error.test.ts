import { PassThrough } from 'node:stream'
import { connect } from '@nats-io/transport-node'
import { testDatabase, type TestDatabase } from '@daymark/testing/outside'
import { DataSource } from 'typeorm'
import pg from 'pg'
import { z } from 'zod'
import { createLogger } from './logger.ts'
import { redactMessage } from './safe-error.ts'
import { redactException } from './safe-spans.ts'

/** Represents a token, a hash, an address or a caption. */
const SECRET = 'Zq7-marked@secret.example'

async function catchError(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

/** Everything that is stored of an error: log line, span event and message. */
function collectStoredTexts(error: unknown): string {
  const sink = new PassThrough()
  createLogger('test', 'info', sink).error({ err: error, event: 'test' })
  return [String(sink.read()), JSON.stringify(redactException(error as Error)), redactMessage(error)].join('\n')
}

const errorCases: [string, () => unknown][] = [
  [
    'zod, with the input in its issues',
    () => z.object({ n: z.number(), kind: z.enum(['a']) }).parse({ n: SECRET, kind: SECRET }, { reportInput: true }),
  ],
  ['a JSON text', () => JSON.parse(`${SECRET}`)],
  ['a JSON text that ends early', () => JSON.parse(`{"caption": "${SECRET}" `)],
  ['a wrong argument of Node', () => Buffer.from(5 as never, SECRET as never) && Buffer.alloc(SECRET as never)],
  ['a value out of range', () => new URL(`http://[${SECRET}]`)],
  ['a bus that refuses', () => connect({ servers: `nats://127.0.0.1:1`, user: 'me', pass: SECRET, timeout: 500 })],
  ['an address with a password', () => Promise.reject(new Error(`cannot reach nats://me:${SECRET}@bus:4222`))],
  [
    'a cause',
    () => Promise.reject(new Error('outer', { cause: Object.assign(new Error('inner'), { parameters: [SECRET] }) })),
  ],
  [
    'several at once',
    () => Promise.reject(new AggregateError([Object.assign(new Error('one'), { headers: { cookie: SECRET } })])),
  ],
  ['a value that is not an error', () => Promise.reject({ password: SECRET })],
]

it.each(errorCases)('%s: the stored error does not contain the value', async (_, work) => {
  expect(collectStoredTexts(await catchError(work))).not.toContain(SECRET)
})

describe('statements that fail', () => {
  let database: TestDatabase
  let source: DataSource
  beforeAll(async () => {
    database = await testDatabase()
    source = await new DataSource({ type: 'postgres', url: database.url, installExtensions: false }).initialize()
    await source.query(`CREATE TABLE kept (email text UNIQUE NOT NULL CHECK (email <> ''), n int, short varchar(3))`)
    await source.query('INSERT INTO kept (email) VALUES ($1)', [SECRET])
    await source.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'not %', NEW.email USING DETAIL = NEW.email, HINT = NEW.email; END $$`)
    await source.query('CREATE TABLE refused (email text)')
    await source.query('CREATE TRIGGER refuse BEFORE INSERT ON refused FOR EACH ROW EXECUTE FUNCTION refuse()')
  })
  afterAll(async () => {
    await source?.destroy()
    await database?.drop()
  })

  it.each([
    ['a unique key', 'INSERT INTO kept (email) VALUES ($1)', [SECRET], '23505'],
    ['a missing value', 'INSERT INTO kept (email, n) VALUES (NULL, length($1))', [SECRET], '23502'],
    ['a check', `INSERT INTO kept (email, short) SELECT '', 'ab' WHERE $1 <> ''`, [SECRET], '23514'],
    ['a type', 'INSERT INTO kept (email, n) VALUES ($1, $1::text::int)', [SECRET], '22P02'],
    ['a length', 'INSERT INTO kept (email, short) VALUES ($1::text, $1::text)', [SECRET], '22001'],
    ['a date', 'SELECT $1::text::date', [SECRET], '22007'],
    ['a trigger', 'INSERT INTO refused VALUES ($1)', [SECRET], 'P0001'],
    ['a table that is not there', 'INSERT INTO gone VALUES ($1)', [SECRET], '42P01'],
  ])('%s: the stored error contains the code but neither parameters nor detail', async (_, sql, parameters, code) => {
    for (const error of [
      await catchError(() => source.query(sql, parameters)),
      await catchError(async () => {
        const client = new pg.Client({ connectionString: database.url })
        await client.connect()
        await client.query(sql, parameters).finally(() => client.end())
      }),
    ]) {
      expect(JSON.stringify(error)).toContain(code)
      const text = collectStoredTexts(error)
      expect(text).not.toContain(SECRET)
      expect(text).toContain(code)
      expect(text).toContain('safe-error.test.ts') // where it was
    }
  })

  it('a rejected password is not part of the stored error', async () => {
    const url = new URL(database.url)
    url.password = SECRET
    const error = await catchError(() => new pg.Client({ connectionString: url.href }).connect())
    expect(collectStoredTexts(error)).not.toContain(SECRET)
    expect(collectStoredTexts(error)).not.toContain(encodeURIComponent(SECRET))
  })
})

it('class, code, constraint, SQL and cause of an error are stored', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    name: 'QueryFailedError',
    query: 'INSERT INTO users VALUES ($1)',
    code: '23505',
    constraint: 'users_email_key',
    cause: new TypeError('x is not a function'),
  })
  const text = collectStoredTexts(error)
  for (const part of ['QueryFailedError', 'users_email_key', '23505', 'INSERT INTO users', 'x is not a function'])
    expect(text).toContain(part)
})
