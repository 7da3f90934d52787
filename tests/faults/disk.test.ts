import { pollUntil } from '@daymark/testing/outside'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { http } from '@daymark/contracts'
import { install, type Installation } from '../support/installation.ts'
import { pictures } from '../support/pictures.ts'

/** Mounts a small disk; undefined without the right to mount. */
function smallDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
}

const disk = smallDisk(12)
if (!disk) console.warn('not run, no right to mount a small disk: full disk during upload')

;(disk ? describe : describe.skip)('full disk', () => {
  let place: Installation
  afterAll(async () => {
    await place?.stop().catch(() => {})
    if (disk) execFileSync('umount', ['-l', disk])
  })

  it('an upload fails with a clear error and does not change the quota, and succeeds after space is freed', async () => {
    const folder = join(disk ?? '', 'objects')
    place = await install('memory', { DAYMARK_STORAGE_DIR: folder })
    const user = await place.photographer()
    const [first, second] = await pictures(2)
    if (!first || !second) throw new Error('no pictures')
    const kept = await user.upload<http.Image>('/api/images', first)
    expect(kept.status).toBe(201)
    await pollUntil('the first photo is ready', async () => {
      const { body } = await user.get<http.Image>(`/api/images/${kept.body.id}`)
      return body.processing_status === 'completed'
    })
    const before = await user.get<{ totalStorage: number }>('/api/analytics')

    const filler = join(disk ?? '', 'filler')
    fill(filler)
    const refused = await user.upload<http.ErrorAnswer>('/api/images', second)
    expect(refused.status).toBe(503)
    expect(refused.body).toMatchObject({
      code: 'storage_full',
      message: 'The server has no storage space left, and nothing was saved. Please contact your administrator.',
    })
    expect((await user.get<http.ImageList>('/api/images')).body.total).toBe(1)
    expect((await user.get<{ totalStorage: number }>('/api/analytics')).body.totalStorage).toBe(
      before.body.totalStorage,
    )
    expect(place.objects()).toHaveLength(4)

    rmSync(filler)
    const again = await user.upload<http.Image>('/api/images', second)
    expect(again.status).toBe(201)
    await pollUntil('the second photo is ready', async () => {
      const { body } = await user.get<http.Image>(`/api/images/${again.body.id}`)
      return body.processing_status === 'completed'
    })
  })
})

function fill(file: string): void {
  const block = Buffer.alloc(64 * 1024, 1)
  try {
    for (;;) writeFileSync(file, block, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
