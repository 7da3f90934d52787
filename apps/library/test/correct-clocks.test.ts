import { library, photoUpdated } from '@daymark/contracts'
import { CorrectClocks } from '../src/capture-order/correct-clocks.job.ts'
import { startLibrary, type LibraryServices } from './library-services.ts'

let services: LibraryServices
beforeAll(async () => void (services = await startLibrary()))
afterAll(() => services.stop())

it('rule 18: the capture times of photos from an earlier release become camera time', async () => {
  const alice = await services.user()
  const sql = (text: string, of: unknown[] = []) => services.db('library').sql(text, of)
  const before = async (row: { capture?: object; exif?: object; taken_at: string | null; deleted?: boolean }) => {
    const { id } = await alice.upload()
    await alice.process(id, { takenAt: row.taken_at, exif: row.exif ?? {} })
    await sql('UPDATE photos SET capture = $2::jsonb WHERE id = $1', [
      id,
      row.capture ? JSON.stringify(row.capture) : null,
    ])
    if (row.deleted) await alice.call(library.deletePhotos, { ids: [id] })
    return id
  }
  const phone = { capture: { time: '2026-01-01T00:30:00.31', offset: '+02:00' }, taken_at: '2025-12-31T22:30:00.000Z' }
  const ids = [
    await before(phone),
    await before({ exif: { dateTaken: '2026-01-02T00:30:00+02:00' }, taken_at: '2026-01-01T22:30:00.000Z' }),
    await before({ exif: { dateTaken: '0001-01-01T00:00:00+23:00' }, taken_at: null }),
    await before({ capture: { time: '2026-01-03T10:00:00' }, taken_at: '2026-01-03T10:00:00.000Z' }),
    await before({ capture: { camera: 'x' }, taken_at: null }),
    await before({ ...phone, deleted: true }),
  ]
  await sql(`INSERT INTO camera_clock_progress VALUES ('00000000-0000-0000-0000-000000000000') ON CONFLICT DO NOTHING`)
  const versions = ids.map(id => services.published.of(photoUpdated, id).length)
  await services.runJob('library', CorrectClocks)
  await services.settle()
  const rows = await sql('SELECT id, taken_at AS at FROM photos WHERE owner_id = $1 ORDER BY number', [alice.id])
  expect(rows.map(row => (row['at'] as Date | null)?.toISOString())).toEqual([
    ...['2026-01-01T00:30:00.310Z', '2026-01-02T00:30:00.000Z', '0001-01-01T00:00:00.000Z', '2026-01-03T10:00:00.000Z'],
    ...[undefined, '2026-01-01T00:30:00.310Z'],
  ])
  expect(ids.map((id, n) => services.published.of(photoUpdated, id).length - (versions[n] ?? 0))).toEqual([
    1, 1, 1, 0, 0, 0,
  ])
  expect((await alice.list({ dateTo: '2025-12-31T23:59:59.999Z', dateFrom: '2025-12-01T00:00:00Z' })).total).toBe(0)
  const { years } = await alice.call(library.listFacets, {})
  expect(years.filter(({ value }) => value === '2025')).toEqual([])
  expect(await sql('SELECT * FROM camera_clock_progress')).toEqual([])
})
