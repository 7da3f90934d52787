import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { nameGuest, sendPicture, createUploadLink } from '../../support/guests.ts'
import { createAlbum, imageIds, uploadPhotos } from '../../support/photos.ts'
import { picture } from '../../support/shared-gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-backups-'))
const [backupDir, offsiteDir] = [join(folder, 'backup'), join(folder, 'offsite')]
const daymark = setUpDaymark({
  env: {
    DAYMARK_BACKUP_DRIVER: 'folder',
    DAYMARK_BACKUP_DIR: backupDir,
    DAYMARK_OFFSITE_DRIVER: 'folder',
    DAYMARK_OFFSITE_DIR: offsiteDir,
    DAYMARK_BACKUPS_ADVANCED_KEEP: '2',
  },
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (name: string): Promise<void> => daymark.runJob('admin', name)
/** Waits for the state that background jobs bring about. */
async function waitForBackups(
  owner: SignedInUser,
  what: string,
  condition: (backups: http.Backups) => boolean,
): Promise<http.Backups> {
  let last: http.Backups | undefined
  await pollUntil(what, async () => {
    last = (await owner.get<http.Backups>('/api/backups')).body
    return condition(last)
  })
  return last!
}
async function createBackup(owner: SignedInUser): Promise<http.Backups> {
  await run('ScheduleBackups')
  return waitForBackups(owner, 'the backup is done', ({ backups, running }) => backups.length > 0 && running === null)
}

it('L-MKT-10 rules 117 151 photos deleted since a backup are restored with place, sections, tags, title, like and sender', async () => {
  const owner = await daymark.createUser({ tier: 'professional' })
  const [first, second, third] = await uploadPhotos(daymark, owner, 3)
  const album = await createAlbum(owner, 'Beach', [first!, second!, third!])
  const day = await createAlbum(owner, 'Day', [first!, third!])
  await owner.post(`/api/albums/${day.id}/sections`, { name: 'Ceremony', before_image_id: third!.id })
  await owner.patch(`/api/images/${second!.id}`, { title: 'The second', tags: ['sand'], is_favorite: true })
  const { token } = await createUploadLink(owner, album.id, { approve: false })
  const sent = await sendPicture(await nameGuest(daymark.visitor(), token), token, 5)
  await daymark.settle()
  const backups = await createBackup(owner)
  expect(backups).toMatchObject({
    configured: true,
    problem: null,
    running: null,
    backups: [{ photos: 4, offsite: false }],
  })
  for (const { id } of [second!, sent]) await owner.delete(`/api/images/${id}`)
  await owner.delete(`/api/albums/${day.id}`)
  await daymark.settle()
  expect(await imageIds(owner)).toHaveLength(2)
  await owner.post('/api/backups/restores', { backup_id: backups.backups[0]!.id })
  const after = await waitForBackups(owner, 'the restore is done', ({ restore }) => restore?.state === 'done')
  await daymark.settle()
  expect(after.restore).toMatchObject({ state: 'done', photos: 2, brought: 2, problem: null })
  const shown = (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body
  expect(shown.images.map(image => image.title)).toEqual(['', 'The second', '', ''])
  expect(shown.images[3]?.sent_by).toBe('Anna')
  const albums = (await owner.get<http.Album[]>('/api/albums')).body
  expect(albums.find(({ title }) => title === 'Day')?.sections).toMatchObject([{ name: 'Ceremony', image_count: 1 }])
  expect(shown.images[1]).toMatchObject({
    is_favorite: true,
    processing_status: 'completed',
    tags: [{ label: 'sand' }],
  })
})

it('L-MKT-10 rule 111 a photo is restored with the earlier version of its file', async () => {
  const owner = await daymark.createUser({ tier: 'professional' })
  const [photo] = (await uploadPhotos(daymark, owner, 1)) as [http.Image]
  const bytesOf = async (path: string) => (await owner.get(path)).bytes
  const first = await bytesOf(`/media/originals/${photo.filename}`)
  const second = await picture(9)
  await owner.upload(`/api/images/${photo.id}/file`, { name: 'a.jpg', bytes: second, type: 'image/jpeg' })
  await daymark.settle()
  const used = (await owner.get<http.Account>('/api/auth/me')).body.storage_used
  const { backups } = await createBackup(owner)
  await owner.delete(`/api/images/${photo.id}`)
  await daymark.settle()
  await owner.post('/api/backups/restores', { backup_id: backups[0]!.id })
  const after = await waitForBackups(owner, 'the restore is done', ({ restore }) => restore?.state === 'done')
  expect(after.restore).toMatchObject({ photos: 1, brought: 1, problem: null })
  await daymark.settle()
  const [back] = (await owner.get<http.ImageList>('/api/images')).body.images as [http.Image]
  expect(back).toMatchObject({ width: 329, replacement: { status: 'done', has_earlier_version: true } })
  expect((await bytesOf(`/media/originals/${back.filename}`)).equals(second)).toBe(true)
  expect((await bytesOf(`/media/earlier/${back.id}/original`)).equals(first)).toBe(true)
  expect((await owner.get(`/media/earlier/${back.id}/sm.jpg`)).status).toBe(200)
  expect((await owner.get<http.Account>('/api/auth/me')).body.storage_used).toBe(used)
})

const DAY = 86_400_000
/** Paths of the objects of one account in a backup store. */
const filesOf = (dir: string, { id }: SignedInUser, kind: 'objects' | 'backups'): string[] =>
  existsSync(dir)
    ? readdirSync(join(dir, 'objects'), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && entry.parentPath.includes(`/objects/${kind}/`) && entry.name.startsWith(id))
        .map(entry => join(entry.parentPath, entry.name))
    : []
const advance = (ms: number): Promise<void> => daymark.clock.advance(ms)
type Row = { id: string; target: string; state: string; copied: number; error: string | null; position: number }
const runsOf = ({ id }: SignedInUser): Promise<Row[]> =>
  daymark
    .db('admin')
    .sql<Row>(
      'SELECT id, target, state, copied, error, position FROM backup_runs WHERE user_id = $1 ORDER BY made_at',
      [id],
    )
const untilRuns = async (owner: SignedInUser, what: string, condition: (runs: Row[]) => boolean): Promise<Row[]> => {
  let last: Row[] = []
  await pollUntil(what, async () => condition((last = await runsOf(owner))))
  return last
}
const areDone =
  (count: number) =>
  (runs: Row[]): boolean =>
    runs.length === count && runs.every(({ state }) => state === 'done')

it('L-MKT-10 rule 15 the plan defines who is backed up and where; each file is copied once', async () => {
  const [starter, studio] = [
    await daymark.createUser({ tier: 'starter' }),
    await daymark.createUser({ tier: 'studio' }),
  ]
  await uploadPhotos(daymark, starter, 1)
  await uploadPhotos(daymark, studio, 2)
  await run('ScheduleBackups')
  const first = await untilRuns(studio, 'both backups are done', areDone(2))
  expect(first.map(({ target, copied }) => [target, copied]).toSorted()).toEqual([
    ['backup', 2],
    ['offsite', 2],
  ])
  expect(await runsOf(starter)).toEqual([])
  expect(filesOf(offsiteDir, studio, 'objects')).toHaveLength(2)
  expect((await starter.get<http.Backups>('/api/backups')).body).toMatchObject({ plan: null, backups: [] })
  // the next backup is due after a day and copies only new files
  await run('ScheduleBackups')
  expect(await runsOf(studio)).toHaveLength(2)
  await uploadPhotos(daymark, studio, 3)
  await advance(DAY)
  await run('ScheduleBackups')
  const runs = await untilRuns(studio, 'the second backups are done', areDone(4))
  expect(runs.slice(2).map(({ copied, position }) => [copied, position])).toEqual([
    [1, 5],
    [1, 5],
  ])
})

it('L-MKT-10 the number of backups follows the plan, and objects that no backup needs are removed', async () => {
  const owner = await daymark.createUser({ tier: 'advanced' })
  const [gone] = await uploadPhotos(daymark, owner, 2)
  for (let day = 1; day <= 3; day++) {
    await run('ScheduleBackups')
    await untilRuns(
      owner,
      `backup ${day} is made`,
      runs => runs.length === Math.min(day, 2) && areDone(Math.min(day, 2))(runs),
    )
    if (day === 1) await owner.delete(`/api/images/${gone!.id}`)
    await advance(DAY)
  }
  await pollUntil('only one file is left', () => filesOf(backupDir, owner, 'objects').length === 1)
  expect(filesOf(backupDir, owner, 'backups').filter(file => file.includes('manifest'))).toHaveLength(2)
})

it('L-MKT-10 a restore drill finds a damaged copy and names the photo, and the next backup copies it again', async () => {
  const owner = await daymark.createUser({ tier: 'advanced' })
  await uploadPhotos(daymark, owner, 2)
  await createBackup(owner)
  await run('VerifyBackups')
  expect((await owner.get<http.Backups>('/api/backups')).body.drill).toMatchObject({
    passed: true,
    checked: 2,
    damaged: [],
  })
  const [file] = filesOf(backupDir, owner, 'objects')
  const damaged = readFileSync(file!).subarray(1)
  writeFileSync(file!, damaged)
  await advance(DAY)
  await run('VerifyBackups')
  const red = (await owner.get<http.Backups>('/api/backups')).body.drill
  expect(red).toMatchObject({ passed: false, damaged: [expect.stringMatching(/^Beach \d\.JPG$/)] })
  expect((await daymark.visitor().get<http.BackupFacts>('/api/backups/facts')).body).toMatchObject({
    configured: true,
  })
  await run('ScheduleBackups')
  await untilRuns(owner, 'the next backup is done', areDone(2))
  expect(readFileSync(file!).equals(damaged)).toBe(false)
  await advance(DAY)
  await run('VerifyBackups')
  expect((await owner.get<http.Backups>('/api/backups')).body.drill).toMatchObject({ passed: true })
})

it('L-MKT-10 an unavailable store is reported, and the backup continues when it is available again', async () => {
  const owner = await daymark.createUser({ tier: 'professional' })
  const [image] = await uploadPhotos(daymark, owner, 1)
  const away = `${backupDir}-away`
  renameSync(backupDir, away)
  writeFileSync(backupDir, 'no folder')
  try {
    await run('ScheduleBackups')
    const [failed] = await untilRuns(owner, 'the attempt failed', runs => runs[0]?.state === 'failed')
    expect(failed?.error).toBe('The backup store cannot be reached.')
    expect((await owner.get<http.Backups>('/api/backups')).body.problem).toBe(failed?.error)
    const admin = await daymark.admin()
    // a service that needs more than two seconds is omitted
    await pollUntil('the operator sees the problem', async () =>
      // accounts of other tests may be due as well
      /The last backup of .+ failed/.test(
        (await admin.get<{ notes: string[] }>('/api/admin/health')).body.notes.join(' '),
      ),
    )
    expect((await owner.get(`/media/originals/${image!.filename}`)).status).toBe(200)
    expect(await uploadPhotos(daymark, owner, 1)).toHaveLength(1)
  } finally {
    rmSync(backupDir)
    renameSync(away, backupDir)
  }
  await advance(5 * 60_000)
  await untilRuns(owner, 'the backup is done', areDone(1))
  expect((await owner.get<http.Backups>('/api/backups')).body).toMatchObject({
    problem: null,
    backups: [{ photos: 2 }],
  })
})

it('L-MKT-10 a user cannot restore the backup of another account or an unknown one', async () => {
  const [owner, other] = [await daymark.createUser(), await daymark.createUser()]
  const { backups } = await createBackup(owner)
  for (const id of [backups[0]!.id, 'x', '00000000-0000-4000-8000-000000000000'])
    expect(await other.post('/api/backups/restores', { backup_id: id })).toMatchObject({ status: 404 })
})

it('L-SEC-02 anyone can read what this installation backs up by plan', async () => {
  const { body } = await daymark.visitor().get<http.BackupFacts>('/api/backups/facts')
  expect(body.plans).toEqual([
    { tier: 'starter', plan: null },
    { tier: 'professional', plan: { every_days: 7, keep: 4, offsite: false } },
    { tier: 'advanced', plan: { every_days: 1, keep: 2, offsite: false } },
    { tier: 'studio', plan: { every_days: 1, keep: 90, offsite: true } },
  ])
})
