import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ArchiveManifest } from '@daymark/contracts'
import { openStorage } from '@daymark/storage'
import { jest } from '@jest/globals'
import { confirmSuperAdmins } from './trust.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-trust-'))
// without a terminal, the restore cannot ask for a confirmation
beforeAll(() => void (process.stdin.isTTY = false))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const store = openStorage({ dir: folder })

/** Stores the rows of an account with this role. */
async function backUpAccount(role: string): Promise<ArchiveManifest> {
  const bytes = gzipSync(JSON.stringify({ table: 'users', row: { email: `${role}@daymark.test`, role } }))
  const key = `backups/${role}`
  await store.put(key, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { parts: [{ name: 'identity', key, sha256, size: bytes.length, lines: 1 }] } as unknown as ArchiveManifest
}

it('L-MKT-10 a restore names each account with the role super_admin and needs a confirmation for them only', async () => {
  const printed = jest.spyOn(console, 'log').mockImplementation(() => undefined)
  const [user, admin, superAdmin] = [
    await backUpAccount('user'),
    await backUpAccount('admin'),
    await backUpAccount('super_admin'),
  ]
  await confirmSuperAdmins({ store }, [user, admin], {})
  expect(printed).not.toHaveBeenCalled()
  await expect(confirmSuperAdmins({ store }, [user, superAdmin], {})).rejects.toThrow('add --with-super-admins')
  await confirmSuperAdmins({ store }, [superAdmin], { 'with-super-admins': true })
  expect(printed).toHaveBeenCalledTimes(2)
  for (const [text] of printed.mock.calls) {
    expect(text).toContain('super_admin@daymark.test')
    expect(text).not.toContain(' user@daymark.test')
  }
})
