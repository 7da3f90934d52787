import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import { library, system } from '@daymark/contracts'
import { openStorage, OrphanSweep, type Storage, StoreMark } from '@daymark/storage'
import { S3_KEYS, type TestS3, testS3 } from '@daymark/testing/outside'
import { type Daymark, startDaymark } from '../../support/daymark.ts'
import { uploadPhotos } from '../../support/photos.ts'

const DAY_MS = 24 * 3_600_000
const COUNT = 6
const s3: TestS3 | undefined = await testS3()
if (!s3) console.warn('The mark of a store on S3 was not tested, no S3 server could be installed')
const folder = mkdtempSync(join(tmpdir(), 'daymark-shared-store-'))
afterAll(() => {
  s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})
const onS3 = { driver: 's3', endpoint: s3?.endpoint ?? '', ...S3_KEYS }
const stores: [name: string, settings: Record<string, string>][] = [['a folder', { dir: folder }]]
if (s3) stores.push(['S3', onS3])
const envOf = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `DAYMARK_STORAGE_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`,
      value,
    ]),
  )

describe.each(stores)('two installations on one store, %s', (_, settings) => {
  let storage: Storage
  let first: Daymark
  let second: Daymark
  let photos: http.Image[]
  beforeAll(async () => {
    storage = openStorage(settings as never)
    first = await startDaymark({ env: envOf(settings) })
    photos = await uploadPhotos(first, await first.createUser(), COUNT)
    second = await startDaymark({ env: envOf(settings) })
  })
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
  })

  const keys = async (prefix: string): Promise<string[]> => {
    const found: string[] = []
    for await (const { key } of storage.list(prefix)) found.push(key)
    return found.sort()
  }
  const idOf = async (daymark: Daymark): Promise<string> =>
    (await daymark.rpc.call(library.getInstallation, {}, system)).id
  /** Runs all sweeps, day after day. */
  async function sweepFor(daymark: Daymark, days: number): Promise<number> {
    let removed = 0
    for (let day = 0; day < days; day++) {
      await daymark.clock.advance(DAY_MS)
      removed += await daymark.sweepUploads()
      await daymark.runJob('media', 'SweepOrphans')
    }
    return removed
  }

  it('the second removes no objects of the first, with or without photos of its own', async () => {
    const before = [await keys('originals/'), await keys('variants/')]
    expect(before.map(found => found.length)).toEqual([COUNT, 3 * COUNT])
    expect(await sweepFor(second, 9)).toBe(0)
    const [own] = await uploadPhotos(second, await second.createUser(), 1)
    expect(own?.processing_status).toBe('completed')
    expect(await sweepFor(second, 9)).toBe(0)
    for (const key of before.flat()) await storage.stat(key)
    expect(await keys('quarantine/')).toEqual([])
  })

  it('the first removes no objects of the second', async () => {
    const before = [...(await keys('originals/')), ...(await keys('variants/'))]
    expect(before).toHaveLength(4 * (COUNT + 1))
    expect(await sweepFor(first, 9)).toBe(0)
    expect([...(await keys('originals/')), ...(await keys('variants/'))]).toEqual(before)
    expect(photos).toHaveLength(COUNT)
  })

  it('the mark names the owner of the store', async () => {
    const mark = new StoreMark(storage)
    const [one, two] = [await idOf(first), await idOf(second)]
    expect(await mark.findObjection({ id: two, isEmpty: false })).toBe(
      `the store belongs to the installation ${one}, the database to ${two}`,
    )
    expect(await mark.findObjection({ id: one, isEmpty: false })).toBe(
      `the installation ${two} also stores files in this store`,
    )
    await mark.adopt(one)
    expect(await mark.findObjection({ id: one, isEmpty: false })).toBeUndefined()
    expect(await mark.findObjection({ id: one, isEmpty: true })).toBe(
      'the store contains files but the database references none',
    )
    await storage.remove(['marks/installation'])
    expect(await mark.findObjection({ id: one, isEmpty: false })).toBe('the store contains files but no owner mark')
    await mark.adopt(one)
  })
})

describe.each(stores)('the sweep of orphans, %s', (_, settings) => {
  let storage: Storage
  beforeAll(async () => {
    storage = openStorage({
      ...settings,
      ...('dir' in settings ? { dir: join(folder, 'sweep') } : { bucket: 'sweep' }),
    } as never)
    await storage.ready()
  })

  it('of several concurrent starts one marks an empty store', async () => {
    const ids = Array.from({ length: 6 }, (_, i) => `installation-${i}`)
    await Promise.all(ids.map(id => new StoreMark(storage).claim(id)))
    const owner = await new StoreMark(storage).owner()
    expect(ids).toContain(owner)
    await new StoreMark(storage).adopt('mine')
  })

  it('finds all orphans, quarantines them for days, and releases those that are registered afterwards', async () => {
    const all = Array.from({ length: 60 }, (_, i) => `originals/object-${i}`)
    for (const key of all) await storage.put(key, Buffer.from('x'))
    const registered = new Set(all.filter((_, i) => i % 3 === 0))
    const removed: string[] = []
    const sweep = new OrphanSweep(
      storage,
      {
        kind: 'originals/',
        quarantineDays: 7,
        installation: async () => ({ id: 'mine', isEmpty: false }),
        isSuspect: () => true,
        findOrphans: async keys => keys.filter(key => !registered.has(key)),
        remove: async keys => {
          removed.push(...keys)
          await storage.remove(keys)
          return keys.length
        },
      },
      { maxObjects: 25, batchSize: 10 },
    )
    const after = (days: number) => new Date(Date.now() + days * DAY_MS)
    let quarantined = 0
    for (let run = 0; run < 4; run++) quarantined += (await sweep.run(after(run))).quarantined
    expect([quarantined, removed]).toEqual([40, []])
    registered.add('originals/object-1')
    let released = 0
    for (let run = 0; run < 3; run++) released += (await sweep.run(after(5))).released
    expect([released, removed]).toEqual([1, []])
    for (let run = 0; run < 3; run++) await sweep.run(after(7.1))
    expect(removed.toSorted()).toEqual(all.filter(key => !registered.has(key)).toSorted())
    for (const key of registered) await storage.stat(key)
  })
})
