import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminService } from '@daymark/admin'
import type { http } from '@daymark/contracts'
import { eventually } from '@daymark/testing'
import { type Daymark, type Member, startDaymark } from '../../support/daymark.ts'
import { albumOf, imageIds, uploaded } from '../../support/photos.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-backups-'))
const [backupDir, offsiteDir] = [join(folder, 'backup'), join(folder, 'offsite')]
let daymark: Daymark
beforeAll(async () => {
  daymark = await startDaymark({
    env: {
      DAYMARK_BACKUP_DRIVER: 'folder',
      DAYMARK_BACKUP_DIR: backupDir,
      DAYMARK_OFFSITE_DRIVER: 'folder',
      DAYMARK_OFFSITE_DIR: offsiteDir,
    },
  })
}, 60_000)
afterAll(async () => {
  await daymark.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (name: string): Promise<void> => {
  const job = adminService.jobs?.find(one => one.name === name)
  if (!job) throw new Error(`admin has no job ${name}`)
  await daymark.runJob('admin', job as never)
}
/** Once they are as they should be: the jobs that work on them run by themselves. */
async function backupsOf(owner: Member, what: string, isSo: (backups: http.Backups) => boolean): Promise<http.Backups> {
  let last: http.Backups | undefined
  await eventually(what, 60_000, async () => {
    last = (await owner.get<http.Backups>('/api/backups')).body
    return isSo(last)
  })
  return last!
}
async function backedUp(owner: Member): Promise<http.Backups> {
  await run('ScheduleBackups')
  return backupsOf(owner, 'the backup is done', ({ backups, running }) => backups.length > 0 && running === null)
}

it('L-MKT-10 what was deleted since a backup comes back with its place, tags, title and likes', async () => {
  const owner = await daymark.user({ tier: 'professional' })
  const [first, second, third] = await uploaded(daymark, owner, 3)
  const album = await albumOf(owner, 'Beach', [first!, second!, third!])
  await owner.patch(`/api/images/${second!.id}`, { title: 'The second', tags: ['sand'], is_favorite: true })
  const backups = await backedUp(owner)
  expect(backups).toMatchObject({
    configured: true,
    problem: null,
    running: null,
    backups: [{ photos: 3, offsite: false }],
  })
  await owner.delete(`/api/images/${second!.id}`)
  await daymark.settle()
  expect(await imageIds(owner)).toHaveLength(2)
  await owner.post('/api/backups/restores', { backup_id: backups.backups[0]!.id })
  const after = await backupsOf(owner, 'the restore is done', ({ restore }) => restore?.state === 'done')
  await daymark.settle()
  expect(after.restore).toMatchObject({ state: 'done', photos: 1, brought: 1, problem: null })
  const shown = (await owner.get<http.AlbumDetail>(`/api/albums/${album.id}`)).body
  expect(shown.images.map(image => image.title)).toEqual(['', 'The second', ''])
  expect(shown.images[1]).toMatchObject({
    is_favorite: true,
    processing_status: 'completed',
    tags: [{ label: 'sand' }],
  })
})
