import type { http } from '@daymark/contracts'
import { readFixture, withFixtures } from '@daymark/testing/outside'
import exifr from 'exifr'
import sharp from 'sharp'
import { pollUntil } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { createIntegrator } from '../../support/integrators.ts'
import { mediaPath, createLink, picture } from '../../support/shared-gallery.ts'
import { uploadLogo } from '../../support/watermark.ts'
import { brokenJpeg } from '../../support/pictures.ts'

const daymark = setUpDaymark()

/** A photo taken at this minute, with an sRGB profile like those of cameras. */
const photoTaken = async (
  minute: number,
  { camera, hasPlace }: { camera?: string; hasPlace?: true } = {},
): Promise<Buffer> =>
  sharp(await picture(minute))
    .withExif({
      ...(camera && { IFD0: { Make: 'Canon', Model: camera } }),
      IFD2: { DateTimeOriginal: `2026:05:01 12:${String(minute).padStart(2, '0')}:00`, ColorSpace: '1' },
      ...(hasPlace && {
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 30/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 0/1',
        },
      }),
    })
    .jpeg()
    .toBuffer()
const broken = () => brokenJpeg(3000)
const inDays = (days: number) => new Date(daymark.clock.now().getTime() + days * 86_400_000).toISOString()

async function albumWith(owner: SignedInUser, files: Buffer[], title = 'Summer') {
  const ids: string[] = []
  for (const [n, bytes] of files.entries())
    ids.push(
      (await owner.upload<http.Image>('/api/images', { name: `Beach ${n}.jpg`, bytes, type: 'image/jpeg' })).body.id,
    )
  const { id } = (await owner.post<http.Album>('/api/albums', { title })).body
  await owner.post(`/api/albums/${id}/images`, { image_ids: ids })
  await daymark.settle()
  return { id, ids }
}
async function check(owner: SignedInUser, share: Pick<http.Share, 'id'>): Promise<http.Preflight> {
  const { status, body } = await owner.get<http.Preflight>(`/api/shares/${share.id}/preflight`)
  expect(status).toBe(200)
  return body
}
const kinds = ({ findings }: http.Preflight) =>
  findings.map(({ kind, severity, count }) => `${severity} ${kind} ${count}`)
const findingOf = ({ findings }: http.Preflight, kind: http.Finding['kind']) =>
  findings.find(finding => finding.kind === kind)
const change = (owner: SignedInUser, { id }: http.Share, body: Parameters<SignedInUser['patch']>[1]) =>
  owner.patch<http.Share>(`/api/shares/${id}`, body)
/** Settings without findings. */
const safeSettings = () => ({ expires_at: inDays(30) })

it('rule 145 an ordered album and a link with an end have no findings, with few queries', async () => {
  const owner = await daymark.createUser()
  const { id, ids } = await albumWith(owner, [await photoTaken(1), await photoTaken(2)])
  const share = await createLink(owner, { album_id: id, ...safeSettings() })
  expect(await check(owner, share)).toEqual({ image_count: 2, album_id: id, findings: [] })
  const draft = { ...safeSettings(), allow_downloads: false, picks: true, password: 'good' }
  for (const target of [{ album_id: id }, { image_ids: ids }, { share_id: share.id }])
    expect((await owner.post<http.Preflight>('/api/shares/preflight', { ...target, ...draft })).body.findings).toEqual(
      [],
    )
  const wrong = [{}, { album_id: id, share_id: share.id }, { album_id: id, password: 'my secret' }]
  for (const body of wrong) expect((await owner.post('/api/shares/preflight', body)).status).toBe(400)
  // other accounts and visitors get 404
  const other = await daymark.createUser()
  expect((await other.get(`/api/shares/${share.id}/preflight`)).status).toBe(404)
  for (const target of [{ album_id: id }, { share_id: share.id }])
    expect((await other.post('/api/shares/preflight', target)).status).toBe(404)
  const foreignCheck = await other.post<http.Preflight>('/api/shares/preflight', { image_ids: ids, ...safeSettings() })
  expect([foreignCheck.body.image_count, kinds(foreignCheck.body)]).toEqual([0, ['problem empty 0']])
})

it('rule 146 photos that failed can be retried or removed, and duplicates are found', async () => {
  const owner = await daymark.createUser()
  const twice = await photoTaken(1)
  const { id, ids } = await albumWith(owner, [twice, broken(), twice, await photoTaken(2)])
  const share = await createLink(owner, { album_id: id, ...safeSettings() })
  const found = await check(owner, share)
  expect(kinds(found)).toEqual(['problem failed 1', 'advice duplicates 1'])
  expect(findingOf(found, 'failed')).toMatchObject({ image_ids: [ids[1]], fixes: ['retry', 'remove'] })
  expect(findingOf(found, 'failed')?.images).toMatchObject([{ original_filename: 'Beach 1.jpg', thumbnail_url: null }])
  expect(findingOf(found, 'duplicates')).toMatchObject({ image_ids: [ids[2]], fixes: ['remove'] })
  expect((await owner.get(findingOf(found, 'duplicates')?.images[0]?.thumbnail_url ?? '')).status).toBe(200)
  // sets the status directly, because processing could end before the check
  const setStatus = (status: string) =>
    daymark.db('library').sql('UPDATE photos SET status = $2 WHERE id = $1', [ids[1], status])
  await setStatus('processing')
  expect(kinds(await check(owner, share))).toContain('note processing 1')
  await setStatus('failed')
  expect((await owner.post('/api/images/retry', { image_ids: [ids[1]] })).status).toBe(200)
  await daymark.settle()
  expect(kinds(await check(owner, share))).toContain('problem failed 1')
  for (const image_ids of [[ids[1]], [ids[2]]]) await owner.delete(`/api/albums/${id}/images`, { image_ids })
  expect(await check(owner, share)).toMatchObject({ image_count: 2, findings: [] })
  // a selection cannot be changed, so nothing can be removed from it
  const selected = await createLink(owner, { image_ids: ids, ...safeSettings() })
  const report = await check(owner, selected)
  expect([report.album_id, kinds(report)]).toEqual([null, ['problem failed 1', 'advice duplicates 1']])
  expect(report.findings.map(({ fixes }) => fixes)).toEqual([['retry'], []])
})

it('rule 146 photos are in capture order, in each section, unless the owner arranged them', async () => {
  const owner = await daymark.createUser()
  const { id, ids } = await albumWith(owner, await Promise.all([1, 2, 5, 3, 4].map(n => photoTaken(n))))
  const share = await createLink(owner, { album_id: id, ...safeSettings() })
  expect(kinds(await check(owner, share))).toEqual(['advice capture_order 1'])
  expect(findingOf(await check(owner, share), 'capture_order')).toMatchObject({
    image_ids: [ids[2]],
    fixes: ['arrange'],
  })
  const orders = [
    [0, 1, 3, 4, 2],
    [2, 4, 3, 1, 0],
  ]
  for (const order of orders) {
    await owner.post(`/api/albums/${id}/reorder`, { order: order.map(index => ids[index]) })
    expect(kinds(await check(owner, share))).toEqual([])
  }
  await owner.post(`/api/albums/${id}/reorder`, { order: [2, 0, 1, 3, 4].map(index => ids[index]) })
  expect(kinds(await check(owner, share))).toEqual(['advice capture_order 1'])
  await owner.post(`/api/albums/${id}/sections`, { name: 'Then', before_image_id: ids[0] })
  expect(kinds(await check(owner, share))).toEqual([])
})

it('rule 146 rule 138 corrected clocks count as in the capture order, which one click applies', async () => {
  const owner = await daymark.createUser()
  // the clock of the second camera is half an hour ahead
  const files = [...[1, 3, 5].map(n => photoTaken(n)), ...[32, 34].map(n => photoTaken(n, { camera: 'R5' }))]
  const { id } = await albumWith(owner, await Promise.all(files))
  const share = await createLink(owner, { album_id: id, ...safeSettings() })
  expect(kinds(await check(owner, share))).toEqual([])
  const { body } = await owner.get<http.AlbumCaptureOrder>(`/api/albums/${id}/capture-order`)
  const cameraAhead = body.cameras.find(({ name }) => name?.includes('R5'))
  const clock = { id: cameraAhead?.id ?? '', correction_ms: -30 * 60_000 }
  await owner.patch(`/api/albums/${id}/capture-order`, { cameras: [clock], order: false })
  expect(kinds(await check(owner, share))).toEqual(['advice capture_order 2'])
  expect((await owner.patch(`/api/albums/${id}/capture-order`, {})).status).toBe(200)
  expect(kinds(await check(owner, share))).toEqual([])
})

it('rule 145 finds missing or past ends and originals offered with picks, and fixes each', async () => {
  const owner = await daymark.createUser({ tier: 'professional' })
  const { id } = await albumWith(owner, [await photoTaken(1)])
  const share = await createLink(owner, { album_id: id, picks: {} })
  expect(kinds(await check(owner, share))).toEqual(['advice clean_originals 1', 'advice no_expiry 1'])
  expect(findingOf(await check(owner, share), 'clean_originals')?.fixes).toEqual(['limit_sizes', 'no_downloads'])
  await uploadLogo(owner)
  await daymark.settle()
  expect(findingOf(await check(owner, share), 'clean_originals')?.fixes).toEqual([
    'watermark',
    'limit_sizes',
    'no_downloads',
  ])
  await change(owner, share, { expires_at: '2020-01-01' })
  expect(kinds(await check(owner, share))).toEqual(['problem expired 1', 'advice clean_originals 1'])
  await change(owner, share, safeSettings())
  for (const mend of [{ allow_downloads: false }, { allow_downloads: true, download_sizes: ['2048'] }]) {
    await change(owner, share, mend)
    expect(kinds(await check(owner, share))).toEqual([])
  }
  // a watermark is pointless if another link offers the same photos without it
  await change(owner, share, { download_sizes: ['original'], watermark: true })
  const clean = await createLink(owner, { album_id: id, ...safeSettings() })
  const found = findingOf(await check(owner, share), 'clean_elsewhere')
  expect(found).toMatchObject({ severity: 'advice', share_ids: [clean.id], fixes: ['watermark_others'] })
  await change(owner, clean, { watermark: true })
  expect(kinds(await check(owner, share))).toEqual([])
})

it('rule 147 a weak password is stored only as a finding, which disappears with the password', async () => {
  const owner = await daymark.createUser()
  const { id } = await albumWith(owner, [await photoTaken(1)], 'Anna & Ben')
  const share = await createLink(owner, { album_id: id, ...safeSettings(), password: 'annaben2026' })
  expect(kinds(await check(owner, share))).toEqual(['problem weak_password 1'])
  const [row] = await daymark.db('sharing').sql('SELECT * FROM links WHERE id = $1', [share.id])
  expect(JSON.stringify(row)).not.toContain('annaben2026')
  expect(row).toMatchObject({ password_weakness: 'title' })
  const weak = ['wedding1', '0815', 'Anna and Ben']
  const verdicts: unknown[] = []
  for (const password of weak) {
    await change(owner, share, { password })
    verdicts.push(kinds(await check(owner, share))[0] ?? null)
  }
  expect(verdicts).toEqual(['problem weak_password 1', 'problem weak_password 1', null])
  await change(owner, share, { password: 'password' })
  await owner.delete(`/api/shares/${share.id}`)
  await owner.post('/api/trash/restore', { share_ids: [share.id] })
  expect(kinds(await check(owner, share))).toEqual(['problem weak_password 1'])
  const draft = { share_id: share.id, ...safeSettings() }
  expect(
    (await owner.post<http.Preflight>('/api/shares/preflight', { ...draft, password: 'good' })).body.findings,
  ).toEqual([])
  await change(owner, share, { password: null })
  expect(kinds(await check(owner, share))).toEqual([])
})

withFixtures('real files', () => {
  it('rule 146 the place of a photo is not in downloads, and colors that programs show incorrectly are reported', async () => {
    const owner = await daymark.createUser({ tier: 'studio' })
    const gray = sharp(await picture(3)).withExif({ IFD2: { DateTimeOriginal: '2026:05:01 12:09:00' } })
    const files = [
      readFixture('jpeg/pixel-gps-12mp.jpg'),
      await photoTaken(1),
      await photoTaken(8, { hasPlace: true }),
      await gray.jpeg().toBuffer(),
    ]
    const value = await sharp(await picture(5))
      .withIccProfile('cmyk')
      .jpeg()
      .toBuffer()
    const { id } = await albumWith(owner, [...files, value])
    const share = await createLink(owner, { album_id: id, ...safeSettings() })
    const found = await check(owner, share)
    expect(kinds(found)).toEqual(['advice color_profile 1', 'note no_color_profile 1', 'note position_removed 2'])
    expect(findingOf(found, 'color_profile')).toMatchObject({ fixes: ['limit_sizes'] })
    const [located] = (await owner.get<http.AlbumDetail>(`/api/albums/${id}`)).body.images
    expect(located?.exif_data).toHaveProperty('gps')
    const { bytes } = await daymark.visitor().get(`${mediaPath(share.token, located?.filename ?? '')}&download=1`)
    expect(await exifr.gps(bytes).catch(() => undefined)).toBeUndefined()
    await change(owner, share, { download_sizes: ['2048'] })
    expect(kinds(await check(owner, share))).toEqual(['note no_color_profile 1', 'note position_removed 2'])
    const client = await createIntegrator(owner, ['read'])
    const preflight = (await client.get<http.v1.Preflight>(`/v1/shares/${share.id}/preflight`)).body
    expect(preflight.findings.map(({ kind }) => kind)).toContain('position_removed')
    expect(preflight.findings[0]).not.toHaveProperty('images')
  })
})

it('rule 145 5,000 photos are checked with a bounded answer, in time that does not grow faster than their number', async () => {
  const owner = await daymark.createUser()
  const other = await daymark.createUser()
  const few = await createLink(other, {
    album_id: (await albumWith(other, [await photoTaken(2)], 'Few')).id,
    ...safeSettings(),
  })
  const { id } = await albumWith(owner, [await photoTaken(1)])
  await daymark.db('library').sql(
    `WITH made AS (
       INSERT INTO photos (owner_id, number, stem, extension, filename, original_filename, object_key, size, sha256, crc32, mime_type,
         format, status, exif, taken_at, created_at, updated_at, visitor_file)
       SELECT owner_id, 100 + n, 'copy-' || n, 'jpg', 'copy-' || n || '.jpg', 'copy.jpg', 'originals/x' || n, 1, 'same ' || n % 10, 1,
         'image/jpeg', 'JPEG', 'completed', exif || '{"gps":{"latitude":1,"longitude":1}}', now() + n * interval '1 second', now(), now(),
         '{"kind":"patched","patches":[],"crc32":1}'
       FROM photos, generate_series(1, 4999) n WHERE owner_id = $1 RETURNING id)
     INSERT INTO album_photos (album_id, photo_id, position) SELECT $2, id, row_number() OVER () + 10 FROM made`,
    [owner.id, id],
  )
  const share = await createLink(owner, { album_id: id, ...safeSettings() })
  const found = await check(owner, share)
  expect([
    found.image_count,
    findingOf(found, 'duplicates')?.count,
    findingOf(found, 'duplicates')?.image_ids.length,
  ]).toEqual([5000, 4989, 1000])
  // the file would be sent with its position; this finding is the safety net for metadata that the cleaning does not know
  expect(findingOf(found, 'position')).toMatchObject({ severity: 'problem', count: 4999, fixes: ['limit_sizes'] })
  expect(Math.max(...found.findings.map(({ images }) => images.length))).toBe(12)
  // Compares the fastest runs: about 25 times longer on a quiet machine; comparing all pairs would take thousands.
  const fastest = { few: Infinity, many: Infinity }
  await pollUntil(async () => {
    fastest.few = Math.min(fastest.few, await durationOf(() => check(other, few)))
    fastest.many = Math.min(fastest.many, await durationOf(() => check(owner, share)))
    expect(fastest.many / fastest.few).toBeLessThan(100)
  })
})

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
