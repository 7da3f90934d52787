import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { pollUntil, freePort } from '@daymark/testing/outside'
import { seedLibrary } from '../load/seed.mjs'
import { install, type Installation, SERVICES } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { pictures, sha256 } from '../support/pictures.ts'
import { daymark, Server } from '../support/server.ts'
import { LockWaits } from './support/lock-waits.ts'
import { hasPreviousRelease, previousRelease } from './support/previous-release.ts'
import { Workload } from './support/workload.ts'

jest.setTimeout(1_800_000)
const PHOTOS = Number(process.env['DAYMARK_UPGRADE_PHOTOS'] ?? 100_000)
/** How long requests may wait for a migration (docs/operations/upgrade-policy.md), plus its own work. */
const MAX_WAIT_MS = 2000 + 1000

/** For busy machines: one process per release instead of one per service. */
const together = process.env['DAYMARK_UPGRADE_TOGETHER'] === '1'
const processes = together ? ['all'] : SERVICES

const isOverNats = process.env['DAYMARK_TEST_BUS'] === 'nats'
const isHere = isOverNats && hasPreviousRelease()
if (!isHere) console.info('Not run: the upgrade of the previous release, which needs NATS and the git history.')
const suite = isHere ? describe : describe.skip

suite(`the previous release with ${PHOTOS} photos is upgraded while it is used`, () => {
  let place: Installation
  let owner: SignedInUser
  let work: Workload
  let newer: Server[] = []
  /** Address of the new release's gateway. */
  let newUrl = ''
  /** Fingerprint of photos that are not changed. */
  let untouched = ''
  /** Checks for progress, and adds the server logs to failures. */
  const expectProgress = () =>
    work.expectProgress().catch((error: Error) => {
      const logs = [...place.servers, ...newer].map(({ services, log }) => `${services}: ${log.slice(-2000)}`)
      throw new Error([error.message, ...logs].join('\n'))
    })
  const fingerprint = async () => {
    const [row] = await place.query<{ text: string }>(
      `SELECT count(*) || ' ' || md5(string_agg(concat_ws('|', id, number, title, filename, object_key, is_favorite, status, size,
         exif, variants, created_at), ',' ORDER BY number)) AS text
       FROM library.photos WHERE owner_id = $1 AND number < $2`,
      [owner.id, PHOTOS / 2],
    )
    return row?.text ?? ''
  }
  beforeAll(async () => {
    const program = previousRelease()
    // Higher limits, so that a busy machine does not fail the test.
    const limits = {
      DAYMARK_DATABASE_LOCK_MS: '10000',
      DAYMARK_DATABASE_STATEMENT_MS: '30000',
    }
    place = await install('nats', { DAYMARK_DATABASE_POOL: '5', ...limits }, 1, { program, together })
    await place.photographer()
    owner = await place.createUser({ tier: 'studio' })
    const json = async (_: string, path: string, body: Record<string, unknown>) =>
      (await owner.post<{ id: string }>(path, body)).body
    const seeded = { installation: place, owner: { userId: owner.id, json }, photos: PHOTOS, albumOf: [] }
    await seedLibrary(seeded)
    await place.query('ANALYZE')
    untouched = await fingerprint()
    work = new Workload(owner, { files: await pictures(6), photos: PHOTOS, at: place.url })
    await work.start(place)
  })
  afterAll(async () => {
    await work?.stop()
    await Promise.all(newer.map(one => one.stop()))
    await place?.stop()
  })

  it('the new release migrates while the old one runs, without long lock waits', async () => {
    await expectProgress()
    const waits = new LockWaits(place.settings['DAYMARK_DATABASE_URL'] ?? '')
    await waits.start()
    await daymark(['migrate'], place.env('setup'))
    await waits.stop()
    console.info(`Longest wait for a table: ${waits.longest.ms} ms (${waits.longest.query})`)
    expect(waits.longest.ms).toBeLessThan(MAX_WAIT_MS)
    await expectProgress()
  })

  it('both releases run together, then only the new one', async () => {
    const port = await freePort()
    newer = processes.map(name => new Server([name], { ...place.env(name), PORT: String(port) }))
    await Promise.all(newer.map(one => one.start()))
    await expectProgress()
    newUrl = `http://127.0.0.1:${port}`
    work.at = newUrl
    await expectProgress()
    await Promise.all(place.servers.map(one => one.stop()))
    await expectProgress()
    console.info('Only the new release is running.')
  })

  it('a rollback to the old release keeps all data', async () => {
    await Promise.all(place.servers.map(one => one.start()))
    work.at = place.url
    await expectProgress()
    await Promise.all(newer.map(one => one.stop()))
    await expectProgress()
    console.info('Only the old release is running.')
    await Promise.all(newer.map(one => one.start()))
    work.at = newUrl
    await expectProgress()
    await work.stop()
    console.info(`${work.requests} requests, the slowest took ${Math.round(work.slowest)} ms`)
    expect(work.failures).toEqual([])
    await Promise.all(place.servers.map(one => one.stop()))
  })

  it('existing photos are unchanged, and all confirmed changes are kept', async () => {
    expect(await fingerprint()).toBe(untouched)
    const get = async <T>(path: string) => (await owner.get<T>(`${work.at}${path}`)).body
    await pollUntil('every upload is ready', async () => {
      const sql = `SELECT count(*)::int AS n FROM library.photos WHERE id = ANY($1::uuid[]) AND status = 'completed'`
      const [done] = await place.query<{ n: number }>(sql, [[...work.uploaded.keys()]])
      return done?.n === work.uploaded.size
    })
    for (const [id, sha] of work.uploaded) {
      const { filename } = await get<http.Image>(`/api/images/${id}`)
      expect(sha256((await owner.get(`${work.at}/media/originals/${filename}`)).bytes)).toBe(sha)
    }
    const { total } = await get<http.ImageList>('/api/images?limit=1')
    expect(total).toBe(PHOTOS + work.shownPhotos.length + work.uploaded.size - work.removed.length)
    const isLiked = async (id: string) => (await get<http.Image>(`/api/images/${id}`)).is_favorite
    for (const [id, liked] of work.liked) expect(await isLiked(id)).toBe(liked)
    const favorites = await place.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM library.photos WHERE owner_id = $1 AND is_favorite AND deleted_at IS NULL',
      [owner.id],
    )
    expect((await get<http.ImageList>('/api/images?is_favorite=true&limit=1')).total).toBe(favorites[0]?.n)
    await pollUntil('visitors see the last titles in the last order', async () => {
      const { images } = (await work.shown()).body
      expect(images.map(one => [one.id, one.title])).toEqual(work.shownPhotos.map(id => [id, work.titles.get(id)]))
      return true
    })
    const letters = SERVICES.filter(one => one !== 'gateway').map(one => `SELECT reason FROM ${one}.dead_letters`)
    expect(await place.query(letters.join(' UNION ALL '))).toEqual([])
  })
})
