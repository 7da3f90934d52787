import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderStorage } from './folder-storage.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'daymark-folder-'))))
afterEach(() => rmSync(dir, { recursive: true }))

describe('a store in a folder', () => {
  it('is not ready if the folder cannot be created', async () => {
    writeFileSync(join(dir, 'file'), '')
    await expect(new FolderStorage(join(dir, 'file')).ready()).rejects.toThrow('ENOTDIR')
  })

  it.each(['objects', 'tmp'])('is not ready once its folder %s has disappeared', async folder => {
    const storage = new FolderStorage(dir)
    await storage.ready()
    rmSync(join(dir, folder), { recursive: true })
    await expect(storage.ready()).rejects.toThrow('ENOENT')
  })
})
