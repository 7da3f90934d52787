import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { pollUntil, freePort, Receiver, type Visitor } from '@daymark/testing/outside'
import { Client } from 'pg'
import { waitUntilEnded } from '../../deploy/local/processes.mjs'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import { install, type Installation } from '../support/installation.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const EACH = 8

type Postgres = Awaited<ReturnType<typeof startPostgres>>
type HeldDelivery = { id: string; release: () => void }

describe(`kill -9 during webhook deliveries, ${bus} bus`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-webhooks-'))
  let postgres: Postgres
  let place: Installation
  let receiver: Receiver
  const start = async (port: number) => {
    postgres = await startPostgres({
      dir: join(folder, 'postgres'),
      password: 'test',
      port,
      isPortFixed: Boolean(port),
    })
  }
  beforeAll(async () => {
    await start(await freePort())
    receiver = await Receiver.open()
    place = await install(bus, {
      DAYMARK_DATABASE_URL: postgres.url('daymark'),
      DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true',
    })
  })
  afterAll(async () => {
    await place?.stop()
    await receiver?.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const service = () => place.servers.find(({ services }) => /developer|all/.test(services.join(' ')))
  async function killService(): Promise<void> {
    await service()?.kill()
    await service()?.start()
  }
  async function killDatabase(): Promise<void> {
    const { pid, port } = postgres
    process.kill(pid, 'SIGKILL')
    await waitUntilEnded(pid, 10_000)
    await start(port)
  }
  async function killBus(): Promise<void> {
    await place.nats?.kill()
    await place.nats?.restart()
  }

  /** Holds the response to the next delivery until it is released. */
  function holdOne(): () => HeldDelivery | undefined {
    let held: HeldDelivery | undefined
    receiver.answers = ({ body }, response) => {
      receiver.answers = (_, other) => void other.writeHead(204).end()
      held = { id: body.id, release: () => void response.writeHead(204).end() }
    }
    return () => held
  }
  /** Creates albums until EACH of them are acknowledged. */
  async function makeAlbums(user: Visitor, made: string[]): Promise<void> {
    const until = Date.now() + 60_000
    for (let count = 0; count < EACH;) {
      const answer = await user.post<http.Album>('/api/albums', { title: 'Trip' }).catch(() => undefined)
      if (answer?.status === 201) made.push(answer.body.id)
      if (answer?.status === 201) count += 1
      else if (Date.now() > until) throw new Error(`no album: ${answer?.status}`)
      else await delay(50)
    }
  }
  /** Ends the leases of killed processes. */
  async function endLeases(): Promise<void> {
    const client = new Client({ connectionString: postgres.url('daymark') })
    await client.connect()
    await client.query('UPDATE developer.job_queue SET run_at = now() WHERE lease IS NOT NULL')
    await client.end()
  }

  it('of the service, the database or the bus loses no delivery, and repeated ones have the same id', async () => {
    const user = await place.photographer()
    const url = `${receiver.url}/hook`
    const webhook = await user.post<http.v1.Webhook>('/v1/webhooks', { url, events: ['album.created'] })
    expect(webhook.status).toBe(201)
    const made: string[] = []
    const interrupted: string[] = []
    for (const kill of [killService, killDatabase, killBus]) {
      const held = holdOne()
      await Promise.all([
        makeAlbums(user, made),
        pollUntil('a delivery has arrived', () => held() !== undefined).then(async () => {
          await kill()
          held()?.release()
          interrupted.push(held()?.id ?? '')
        }),
      ])
    }
    await endLeases()
    const arrived = () => Map.groupBy(receiver.arrived, ({ body }) => String(body.data['id']))
    await pollUntil('all deliveries have arrived', () => made.every(id => arrived().has(id)))
    // its process was killed before the response
    const times = () => receiver.arrived.filter(({ body }) => body.id === interrupted[0]).length
    await pollUntil('the interrupted delivery is repeated', () => times() > 1)
    for (const [, sent] of arrived()) expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    const path = `/v1/webhooks/${webhook.body.id}/deliveries`
    await pollUntil('all have the status delivered', async () => {
      const { body } = await user.get<{ deliveries: http.v1.Delivery[] }>(`${path}?limit=200`)
      return body.deliveries.length >= made.length && body.deliveries.every(({ status }) => status === 'delivered')
    })
  })
})
