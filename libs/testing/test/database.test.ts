import { connect } from '@nats-io/transport-node'
import { Client } from 'pg'
import { testDatabase } from '../src/database.ts'
import { testNats } from '../src/servers/nats.ts'

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

describe('testDatabase', () => {
  it('creates a separate database for each caller', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()])
    await query(one.url, 'create table only_here (id int)')
    expect(await query(one.url, `select to_regclass('only_here') as found`)).toEqual([{ found: 'only_here' }])
    expect(await query(two.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }])
    await Promise.all([one.drop(), two.drop()])
    await expect(query(one.url, 'select 1')).rejects.toThrow(/does not exist/)
  })
})

describe('testNats', () => {
  it('keeps its address across kill and restart, and is unreachable after stop', async () => {
    const nats = await testNats()
    await (await connect({ servers: nats.url })).close()
    await nats.kill()
    await expect(connect({ servers: nats.url, reconnect: false, timeout: 1_000 })).rejects.toThrow()
    await nats.restart()
    await (await connect({ servers: nats.url })).close()
    await nats.stop()
    await expect(connect({ servers: nats.url, reconnect: false, timeout: 1_000 })).rejects.toThrow()
  })
})
