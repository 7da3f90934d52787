import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { testDatabase, type TestDatabase } from '@daymark/testing/outside'
import { Database } from '../../src/db/database.ts'
import { isUnavailable } from '../../src/db/unavailable.ts'

const READY = Buffer.from('5a0000000549', 'hex')
const fields = ['SFATAL', 'C57P01', 'Mterminating connection due to unexpected postmaster exit']
const text = Buffer.from(`${fields.join('\0')}\0\0`)
const FATAL = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), text])
FATAL.writeUInt32BE(text.length + 4, 1)

/** A proxy in front of Postgres that sends a shutdown notice in one packet with the previous result. */
class ShutdownProxy {
  isDue = false
  private readonly server: Server
  constructor(to: URL) {
    this.server = createServer(client => {
      const postgres = connect(Number(to.port), to.hostname)
      client.on('error', () => postgres.destroy()).on('close', () => postgres.destroy())
      postgres.on('error', () => client.destroy()).on('close', () => client.end())
      client.pipe(postgres)
      postgres.on('data', (chunk: Buffer) => {
        if (!this.isDue || !chunk.subarray(-READY.length).equals(READY)) return void client.write(chunk)
        this.isDue = false
        client.end(Buffer.concat([chunk, FATAL]))
      })
    }).listen(0, '127.0.0.1')
  }
  async url(to: string): Promise<string> {
    if (!this.server.listening) await once(this.server, 'listening')
    const { port } = this.server.address() as AddressInfo
    return Object.assign(new URL(to), { host: `127.0.0.1:${port}` }).href
  }
  async close(): Promise<void> {
    this.server.close()
    await once(this.server, 'close')
  }
}

describe('a connection that ends between two users of the pool', () => {
  let database: TestDatabase
  let proxy: ShutdownProxy
  let db: Database
  beforeAll(async () => {
    database = await testDatabase()
    proxy = new ShutdownProxy(new URL(database.url))
    const url = await proxy.url(database.url)
    db = await Database.open({ service: 'public', url, entities: [], migrations: [], pool: 1, onError: () => {} })
  })
  afterAll(async () => {
    await db?.close()
    await proxy?.close()
    await database?.drop()
  })

  it('fails the next statement and does not end the process', async () => {
    proxy.isDue = true
    const [first, second] = await Promise.allSettled([
      db.sql('SELECT 1 AS n'),
      db.commit(tx => tx.sql('SELECT 2 AS n')),
    ])
    expect(first).toEqual({ status: 'fulfilled', value: [{ n: 1 }] })
    expect(second.status === 'rejected' && isUnavailable(second.reason)).toBe(true)
    expect(await db.sql('SELECT 3 AS n')).toEqual([{ n: 3 }])
  })
})
