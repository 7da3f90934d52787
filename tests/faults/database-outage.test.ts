import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import { pollUntil, freePort, Visitor } from '@daymark/testing/outside'
import { startPostgres } from '../../deploy/local/postgres.mjs'
import { waitUntilEnded } from '../../deploy/local/processes.mjs'
import { ADMIN } from '../support/accounts.ts'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'

type Postgres = Awaited<ReturnType<typeof startPostgres>>

describe(`while the database is killed and restarted, ${bus} bus`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-away-'))
  let postgres: Postgres
  let place: Installation

  const start = async (port: number) => {
    postgres = await startPostgres({
      dir: join(folder, 'postgres'),
      password: 'test',
      port,
      isPortFixed: Boolean(port),
    })
  }
  const kill = async () => {
    process.kill(postgres.pid, 'SIGKILL')
    await waitUntilEnded(postgres.pid, 10_000)
  }

  beforeAll(async () => {
    await start(await freePort())
    place = await install(bus, { DAYMARK_DATABASE_URL: postgres.url('daymark') })
  })
  afterAll(async () => {
    await place?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('requests fail with 503 and Retry-After, health reports it, and the same processes recover afterwards', async () => {
    const user = await place.photographer()
    const pids = place.servers.map(server => server.pid)
    const [picture] = await pictures(1)
    const statusOf = (path: string) => new Visitor(place.url).get(path).then(answer => answer.status)
    expect([await statusOf('/api/health'), await statusOf('/readyz')]).toEqual([200, 200])

    await kill()
    await pollUntil('health reports it', async () => (await statusOf('/api/health')) === 503)
    expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
    const stranger = new Visitor(place.url)
    const refused = [
      await user.get('/api/images'),
      await user.get('/api/albums'),
      await user.get('/api/analytics'),
      await user.post('/api/albums', { title: 'not now' }),
      await user.upload('/api/images', { name: 'a.jpg', bytes: picture?.bytes ?? Buffer.of(), type: 'image/jpeg' }),
      await stranger.post('/api/auth/login', { username: ADMIN.email, password: ADMIN.password }),
      await stranger.get(`/api/shares/public/${'a'.repeat(22)}`),
    ]
    const responses = refused.map(answer => [answer.status, answer.headers.get('retry-after')])
    expect(responses).toEqual(refused.map(() => [503, '5']))

    await start(postgres.port)
    await pollUntil('health is ok', async () => (await statusOf('/api/health')) === 200)
    const created = await user.post('/api/albums', { title: 'now' })
    expect(created.status).toBe(201)
    const image = await user.upload<http.Image>('/api/images', {
      name: 'a.jpg',
      bytes: picture?.bytes ?? Buffer.of(),
      type: 'image/jpeg',
    })
    expect(image.status).toBe(201)
    // relays, subscribers and the decoder work again
    await pollUntil('the photo is ready', async () => {
      const { body } = await user.get<http.Image>(`/api/images/${image.body.id}`)
      return body.processing_status === 'completed'
    })
    expect(place.servers.map(server => server.pid)).toEqual(pids)
    expect(place.servers.every(server => server.running)).toBe(true)
  })
})
