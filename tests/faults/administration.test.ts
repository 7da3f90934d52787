import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { http } from '@daymark/contracts'
import { pollUntil, type Visitor } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { daymark } from '../support/server.ts'

/** A response that waits for a suspended service would take RPC_TIMEOUT_MS and counts as missing. */
const ANSWER_TIMEOUT_MS = 30_000
const RPC_TIMEOUT_MS = 60_000

const overNats = process.env['DAYMARK_TEST_BUS'] === 'nats' ? describe : describe.skip

let place: Installation
let admin: Visitor

const serverOf = (service: string) => {
  const server = place.servers.find(({ services }) => services.includes(service))
  if (!server) throw new Error(`${service} is not running`)
  return server
}

async function readPages() {
  const ask = async <T>(path: string) => {
    const answer = await Promise.race([admin.get<T>(path), delay(ANSWER_TIMEOUT_MS, undefined, { ref: false })])
    if (!answer) throw new Error(`${path} waits for the suspended service`)
    return answer
  }
  const [dashboard, health, system] = await Promise.all([
    ask<http.Dashboard>('/api/admin/dashboard'),
    ask<http.AdminHealth>('/api/admin/health'),
    ask<http.SystemServices>('/api/admin/system/services'),
  ])
  return { dashboard, health, system }
}
const serviceOf = (system: http.SystemServices, service: string) => system.services.find(one => one.name === service)
const allReady = () =>
  pollUntil('every service is ready', async () => {
    const { system } = await readPages()
    return system.status === 200 && system.body.services.every(({ ready }) => ready)
  })

const FIGURES = {
  library: ({ images, albums, tags }: http.Dashboard) => [images.total_images, albums.total_albums, tags.total_tags],
  sharing: ({ shares }: http.Dashboard) => [shares.total_shares, shares.total_views],
}
const figuresOf = (service: string, dashboard: http.Dashboard) =>
  FIGURES[service as keyof typeof FIGURES]?.(dashboard) ?? []

/** Waits until cached responses have expired and the service is shown as unavailable. */
async function untilUnavailable(service: string) {
  let last: Awaited<ReturnType<typeof readPages>> | undefined
  await pollUntil(`${service} is shown as unavailable`, async () => {
    last = await readPages()
    const { dashboard, system } = last
    const isNamed = figuresOf(service, dashboard.body).length === 0 || dashboard.body.notes.length > 0
    return system.status === 200 && isNamed && serviceOf(system.body, service)?.ready === false
  })
  return last!
}

overNats('the administration', () => {
  beforeAll(async () => {
    place = await install('nats', { DAYMARK_RPC_TIMEOUT_MS: String(RPC_TIMEOUT_MS) })
    await place.photographer()
    admin = await place.admin()
  })
  afterAll(() => place?.stop())

  it.each(['library', 'sharing', 'billing', 'media', 'developer'])(
    'S-ADA-01 S-ADA-04 while %s is suspended, the admin pages respond without it and name what is missing',
    async service => {
      await allReady()
      process.kill(serverOf(service).pid, 'SIGSTOP')
      try {
        const { dashboard, health, system } = await untilUnavailable(service)
        expect([dashboard.status, health.status]).toEqual([200, 200])
        const missing = figuresOf(service, dashboard.body)
        expect(missing.every(figure => figure === null)).toBe(true)
        expect(dashboard.body.notes).toEqual(missing.length > 0 ? [`${service} is not responding.`] : [])
        expect(health.body.database).toBe('connected')
        expect(serviceOf(system.body, service)).toEqual({
          name: service,
          ready: false,
          replicas: [],
          jobs: [],
          outbox: null,
          dead_letters: null,
          database_bytes: null,
        })
        const others = system.body.services.filter(({ name }) => name !== service)
        expect(others.filter(({ ready }) => !ready)).toEqual([])
      } finally {
        process.kill(serverOf(service).pid, 'SIGCONT')
      }
    },
  )

  it('S-ADA-04 while admin is suspended the gateway reports health; while identity is suspended requests get 503 after the timeout', async () => {
    await allReady()
    process.kill(serverOf('admin').pid, 'SIGSTOP')
    try {
      const { dashboard, health, system } = await readPages()
      expect([dashboard.status, system.status, health.status]).toEqual([503, 503, 200])
      expect(health.body.notes).toContain('admin is not responding.')
      expect(health.body.storage).toEqual({ total_used: null, total_limit: null })
    } finally {
      process.kill(serverOf('admin').pid, 'SIGCONT')
    }
    await allReady()
    process.kill(serverOf('identity').pid, 'SIGSTOP')
    try {
      // Cached sessions work for some seconds. Then every request waits for the timeout of calls, once.
      await pollUntil('no session can be checked', async () => (await admin.get('/api/admin/dashboard')).status === 503)
    } finally {
      process.kill(serverOf('identity').pid, 'SIGCONT')
    }
  })

  it('S-ADM-12 a killed service is shown as unavailable until it runs again with a new process', async () => {
    await allReady()
    const before = serviceOf((await readPages()).system.body, 'sharing')?.replicas.map(({ id }) => id)
    await serverOf('sharing').kill()
    const { dashboard } = await untilUnavailable('sharing')
    expect(dashboard.body.shares.total_shares).toBeNull()
    await serverOf('sharing').start()
    await allReady()
    await pollUntil('the new process is listed', async () => {
      const replicas = serviceOf((await readPages()).system.body, 'sharing')?.replicas ?? []
      return replicas.some(({ id }) => !before?.includes(id))
    })
  })

  it('jobs are listed, retried and dropped from a shell', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await place.query(
      `INSERT INTO library.job_queue (kind, key, account, payload, run_at, attempts, last_error, created_at)
       VALUES ('purge', 'a', 'ada', '{}', $1, 1, 'the disk is full', now()), ('sweep', 'b', 'ada', '{}', $1, 0, NULL, now())`,
      [later],
    )
    const run = (...words: string[]) => daymark(['jobs', ...words], place.env('library'))
    const listed = await run('list', 'library')
    expect(listed).toMatch(/library  purge  1 waiting, 0 running, 1 failing, oldest \d+ s/)
    expect(listed).toMatch(/library  purge  \d+  1 attempts, next .*: the disk is full/)
    expect(await run('retry', 'purge', 'library')).toContain('1 jobs will be retried.')
    expect(await run('drop', 'purge', 'library')).toContain('1 jobs dropped.')
    expect(await run('drop', 'sweep', 'library')).toContain('1 jobs dropped.')
    expect(await run('list', 'library')).toContain('No jobs are waiting or running.')
  })

  it('dead letters can be listed and dropped on the command line, and the audit log records it', async () => {
    await place.query(
      `INSERT INTO library.dead_letters (event_id, subscriber, envelope, reason, attempts)
     VALUES ($1, 'Unknown', $2, 'broken', 10)`,
      [randomUUID(), JSON.stringify({ type: 'media.photo.failed.v1' })],
    )
    const run = (...words: string[]) => daymark(['dead-letters', ...words], place.env('library'))
    expect(await run('list', 'library')).toMatch(
      /library .* media\.photo\.failed\.v1 -> Unknown .* 10 attempts: broken/,
    )
    expect(await run('drop', 'all', 'library')).toContain('1 events dropped.')
    expect(await run('list', 'library')).toContain('No dead letters.')
    await pollUntil('the audit log has it', async () => {
      const { body } = await admin.get<http.AuditPage>('/api/admin/audit')
      return body.entries.some(({ action }) => action === 'dead-letter.dropped')
    })
  })
})
