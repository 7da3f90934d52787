import type { http } from '@daymark/contracts'
import { pollUntil, freePort } from '@daymark/testing/outside'
import { firingAlerts, scrapeMetrics, metricValue } from '../support/alerts.ts'
import { FaultyStore } from '../support/faulty-store.ts'
import { install, type Installation } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { uploadPhotos } from '../support/photos.ts'
import { daymark, Server } from '../support/server.ts'

const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const overNats = bus === 'nats' ? describe : describe.skip
const [FAILING, DAMAGED] = ['DaymarkBackupsFailing', 'DaymarkBackupDamaged']

const store = await FaultyStore.start()
if (!store) console.info('faults of the backup store: not tested, no S3 server could be installed')

;(store ? describe : describe.skip)(`a faulty backup store, ${bus} bus`, () => {
  let place: Installation
  let ops: string
  beforeAll(async () => {
    const port = String(await freePort())
    ops = `http://127.0.0.1:${port}`
    place = await install(bus, { ...store!.settings, DAYMARK_OPS_PORT: port }, 1, { together: true })
    await place.photographer()
  })
  beforeEach(() => void (store!.fault = 'none'))
  afterAll(async () => {
    await place?.stop()
    await store!.stop()
  })

  const files = (owner: SignedInUser, method: string): RegExp => new RegExp(`^${method} /backups/objects/${owner.id}/`)
  const established = async (photos: number): Promise<SignedInUser> => {
    const owner = await place.createUser({ tier: 'professional' })
    await uploadPhotos(place, owner, photos)
    return owner
  }
  /** Creates a due backup run and returns its id. */
  const startRun = async (owner: SignedInUser): Promise<string> => {
    const [run] = await place.query<{ id: string }>(
      `INSERT INTO admin.backup_runs (user_id, target, made_at, keep, expires_at, progress_at, retry_at)
       VALUES ($1, 'backup', now(), 4, now() + interval '28 days', now(), now()) RETURNING id`,
      [owner.id],
    )
    return run!.id
  }
  const untilRun = (id: string, state: string): Promise<void> =>
    pollUntil(`the backup is ${state}`, async () => {
      const [run] = await place.query<{ state: string }>('SELECT state FROM admin.backup_runs WHERE id = $1', [id])
      return run?.state === state
    })
  const backUpNow = (owner: SignedInUser): Promise<string> => daymark(['backups', 'now', owner.email], place.env('all'))
  /** Retries while a process is starting. */
  const backupsOf = async (owner: SignedInUser): Promise<http.Backups> => {
    let body: http.Backups | undefined
    await pollUntil('the backups are listed', async () => {
      const answer = await owner.get<http.Backups>('/api/backups')
      if (answer.status === 200) body = answer.body
      return body !== undefined
    })
    return body!
  }
  const drillOf = async (owner: SignedInUser) => (await backupsOf(owner)).drill
  /** Makes a job due and restarts the product, which checks its jobs half a minute after the start. */
  const runJob = async (job: string): Promise<void> => {
    const server = place.servers[0]!
    await server.stop()
    await place.query(
      `INSERT INTO admin.scheduled_jobs VALUES ('admin:' || $1, now() - interval '1 day')
       ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at`,
      [job],
    )
    await server.start()
  }
  const killAndRestart = async (): Promise<void> => {
    await place.servers[0]!.kill()
    store!.requests.length = 0
    await place.servers[0]!.start()
  }
  /** The backup alerts that fire for the current metrics; derived from the values if promtool is not installed. */
  const alerts = async (): Promise<string[]> => {
    const metrics = await scrapeMetrics(ops)
    const [failing, red] = ['failing', 'red'].map(name => metricValue(metrics, `daymark_backups_${name}`))
    const byValue = [...(failing ? [FAILING] : []), ...(red ? [DAMAGED] : [])]
    const byRules = firingAlerts([FAILING, DAMAGED], metrics, 'daymark_backups_') ?? byValue
    expect(byRules).toEqual(byValue)
    return byRules
  }

  it.each(['full', 'unavailable', 'corrupt'] as const)(
    'L-MKT-10 that is %s raises the alert for failing backups until it recovers',
    async fault => {
      const owner = await established(1)
      expect(await alerts()).toEqual([])
      store!.fault = fault
      const run = await startRun(owner)
      await untilRun(run, 'failed')
      expect(await alerts()).toEqual([FAILING])
      store!.fault = 'none'
      await backUpNow(owner)
      await untilRun(run, 'done')
      expect(await alerts()).toEqual([])
    },
  )

  it('L-MKT-10 a restore drill that is killed starts again, and its first half does not count as passed', async () => {
    const owner = await established(2)
    await backUpNow(owner)
    let read = 0
    const release = store!.hold(asked => files(owner, 'GET').test(asked) && read++ > 0)
    await runJob('VerifyBackups')
    await pollUntil('one file is read and the other is requested', () => read === 2)
    expect(await drillOf(owner)).toBeNull()
    await killAndRestart()
    release()
    expect([await drillOf(owner), store!.times(files(owner, 'GET'))]).toEqual([null, []])
    await runJob('VerifyBackups')
    await pollUntil('the drill is done', async () => (await drillOf(owner)) !== null)
    expect(await drillOf(owner)).toMatchObject({ passed: true, checked: 2 })
    expect(store!.times(files(owner, 'GET'))).toEqual([1, 1])
  })

  it('L-MKT-10 a changed file found by a restore drill raises the alert, is logged and is copied again', async () => {
    const owner = await established(1)
    await backUpNow(owner)
    store!.fault = 'corrupt'
    await runJob('VerifyBackups')
    await pollUntil('the drill is done', async () => (await drillOf(owner)) !== null)
    expect(await drillOf(owner)).toMatchObject({ passed: false, checked: 1, damaged: ['Beach 0.JPG'] })
    expect(await alerts()).toEqual([DAMAGED])
    const [copy] = store!.requests.filter(one => files(owner, 'GET').test(one)).map(one => one.split('/').at(-1))
    const logged = place.servers[0]!.log.split('\n').find(
      line => line.includes('backup.verification-failed') && line.includes(owner.id),
    )
    expect(logged).toContain(`objects/${owner.id}/${copy?.replace(/\.dm1$/, '')}`)
    store!.fault = 'none'
    await backUpNow(owner)
    await runJob('VerifyBackups')
    await pollUntil('the drill passes', async () => (await drillOf(owner))?.passed === true)
    expect(await alerts()).toEqual([])
  })

  it('L-MKT-10 a restore that is interrupted by kill -9 is completed once', async () => {
    const owner = await established(2)
    await backUpNow(owner)
    const list = async () => (await owner.get<http.ImageList>('/api/images')).body.images
    const before = (await list()).map(image => image.title).toSorted()
    for (const { id } of await list()) await owner.delete(`/api/images/${id}`)
    expect(await list()).toEqual([])
    const [backup] = (await backupsOf(owner)).backups
    const release = store!.hold(asked => files(owner, 'GET').test(asked))
    await owner.post('/api/backups/restores', { backup_id: backup!.id })
    await pollUntil('files are requested', () => store!.times(files(owner, 'GET')).length === 2)
    await killAndRestart()
    release()
    const isDone = async () => (await backupsOf(owner)).restore?.state === 'done'
    await pollUntil('the restore is done', isDone)
    await place.settle()
    expect((await list()).map(image => image.title).toSorted()).toEqual(before)
  })

  overNats('in two processes', () => {
    it('L-MKT-10 two replicas create each backup once, and one continues the work of a killed one', async () => {
      const [first] = place.servers
      const owner = await established(2)
      const release = store!.hold(asked => files(owner, 'PUT').test(asked))
      const run = await startRun(owner)
      const copied = () => store!.times(files(owner, 'PUT'))
      await pollUntil('its files are requested', () => copied().length === 2)
      const port = String(await freePort())
      const changed = { PORT: String(await freePort()), DAYMARK_OPS_PORT: port }
      const second = new Server(['all'], { ...place.env('all'), ...changed })
      await second.start()
      place.servers.push(second)
      for (const replica of [ops, `http://127.0.0.1:${port}`]) {
        const asked = async () =>
          metricValue(callsOf(await scrapeMetrics(replica)), 'rpc_server_call_duration_seconds_count')
        const before = await asked()
        // the admin replica that runs the backup sends its requests to both replicas
        await pollUntil(`${replica} receives copy requests`, async () => (await asked()) > before + 2)
      }
      expect(copied()).toEqual([1, 1])

      await first!.kill()
      await pollUntil('the other replica continues with both', () => copied().join() === '2,2')
      release()
      await untilRun(run, 'done')
      const parts = new RegExp(`^PUT /backups/backups/${owner.id}/`)
      expect([copied(), new Set(store!.times(parts))]).toEqual([[2, 2], new Set([1])])
      expect(await daymark(['backups', 'verify', owner.email], place.env('all'))).toMatch(/2 photos {2}unchanged/)

      await first!.start()
      store!.requests.length = 0
      const owners = [await established(1), await established(2), await established(1)]
      const runs = await Promise.all(owners.map(startRun))
      for (const id of runs) await untilRun(id, 'done')
      expect(owners.map(one => store!.times(files(one, 'PUT')))).toEqual([[1], [1, 1], [1]])
      const all = await place.query<{ copied: number }>(
        `SELECT copied FROM admin.backup_runs WHERE id = ANY ($1) ORDER BY id`,
        [runs],
      )
      expect(all.map(({ copied }) => copied)).toEqual([1, 2, 1])
      expect(new Set(store!.times(/^PUT \/backups\/backups\//))).toEqual(new Set([1]))
    })
  })
})

/** The metrics of calls that copy files. */
const callsOf = (metrics: string): string =>
  metrics
    .split('\n')
    .filter(line => line.includes('media.backups.process'))
    .join('\n')
