import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isLocalDisk } from '../src/folder/disk.ts'
import { FolderStorage } from '../src/folder/folder-storage.ts'
import { ObjectMissing, openStorage, StorageFull } from '../src/index.ts'
import { storageSuite } from './storage.suite.ts'

const folders: string[] = []
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-storage-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  if (smallDisk) spawnSync('umount', [smallDisk])
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const openFolder = (dir: string) => openStorage({ driver: 'folder', dir })

describe('folder storage', () => {
  storageSuite(async () => openFolder(createFolder()), { isNested: true })

  it('leaves no temporary file, even if the body fails', async () => {
    const dir = createFolder()
    const storage = openFolder(dir)
    await storage.put('a/good', Buffer.from('x'))
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('x')
      throw new Error('cut')
    }
    await expect(storage.put('a/bad', Readable.from(broken()))).rejects.toThrow('cut')
    await expect(storage.put('a/short', Buffer.from('x'), { size: 2 })).rejects.toThrow()
    expect(readdirSync(join(dir, 'tmp'))).toEqual([])
  })

  it('denies access to other users, independent of the umask and of the modes of earlier releases', async () => {
    const dir = createFolder()
    for (const name of ['objects', 'tmp']) mkdirSync(join(dir, name))
    for (const name of ['objects', 'tmp']) chmodSync(join(dir, name), 0o755)
    const umask = process.umask(0)
    try {
      await openFolder(dir).put('a/b', Buffer.from('x'))
    } finally {
      process.umask(umask)
    }
    const modes = readdirSync(dir, { recursive: true }).map(name => statSync(join(dir, String(name))).mode & 0o777)
    // 0o750: existing folders keep the permissions of their group
    expect(new Set(modes)).toEqual(new Set([0o750, 0o700, 0o600]))
  })

  it('spreads objects over shards so that no folder grows large', async () => {
    const dir = createFolder()
    const storage = openFolder(dir)
    for (let i = 0; i < 20; i++)
      await Promise.all(Array.from({ length: 50 }, (_, j) => storage.put(`variants/${i}-${j}/sm`, Buffer.from('x'))))
    const shards = readdirSync(join(dir, 'objects', 'variants'))
    const largest = Math.max(...shards.map(shard => readdirSync(join(dir, 'objects', 'variants', shard)).length))
    expect(shards).toHaveLength(256)
    expect(largest).toBeLessThanOrEqual(20)
  })

  it('reads the beginning of an object synchronously into the given buffer', async () => {
    const dir = createFolder()
    await openFolder(dir).put('a/b', Buffer.from('content'))
    // A new storage for each read: a slow read on a busy machine would disable later synchronous reads of the same storage.
    const readSync = async (key: string, buffer: Buffer) => {
      const storage = openFolder(dir)
      await storage.ready()
      return storage.readSync(key, buffer)
    }
    const buffer = Buffer.alloc(10)
    expect((await readSync('a/b', buffer))?.toString()).toBe('content')
    expect(buffer.toString()).toBe('content\0\0\0')
    expect((await readSync('a/b', buffer.subarray(0, 3)))?.toString()).toBe('con')
    await expect(readSync('a/missing', buffer)).rejects.toThrow(ObjectMissing)
  })

  it('never reads synchronously from a network file system, which could block the process', async () => {
    const storage = new FolderStorage(createFolder(), async () => false)
    await storage.put('a/b', Buffer.from('content'))
    expect(storage.readSync('a/b', Buffer.alloc(10))).toBeUndefined()
    expect((await storage.read('a/b', 7)).toString()).toBe('content')
    expect([await isLocalDisk(tmpdir()), await isLocalDisk('/proc')]).toEqual([true, false])
  })

  it('returns the local path of an object', async () => {
    const storage = openFolder(createFolder())
    await storage.put('a/b', Buffer.from('content'))
    expect(readFileSync(storage.localPath?.('a/b') ?? '', 'utf8')).toBe('content')
  })

  it('removes files of killed processes and keeps files that are being written', async () => {
    const dir = createFolder()
    mkdirSync(join(dir, 'tmp'))
    const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const temporary = (name: string): string => join(dir, 'tmp', name)
    writeFileSync(temporary(`${host}.${dead}.left-by-a-dead-process`), 'x')
    writeFileSync(temporary(`${host}.${process.pid}.left-under-a-reused-pid`), 'x')
    writeFileSync(temporary(`${host}.${process.ppid}.of-a-living-process`), 'x')
    writeFileSync(temporary('elsewhere.1.of-another-machine'), 'x')
    writeFileSync(temporary('elsewhere.1.of-another-machine-long-ago'), 'x')
    utimesSync(temporary('elsewhere.1.of-another-machine-long-ago'), 0, 0)

    const first = openFolder(createFolder())
    const writing = new Readable({ read() {} })
    const put = first.put('a/b', writing)
    await openFolder(dir).ready()
    expect(readdirSync(join(dir, 'tmp')).sort()).toEqual([
      'elsewhere.1.of-another-machine',
      `${host}.${process.ppid}.of-a-living-process`,
    ])
    writing.push(null)
    await put
  })

  it('keeps files that another store in the same process is writing', async () => {
    const dir = createFolder()
    const writing = new Readable({ read() {} })
    writing.push('begun')
    const one = openFolder(dir)
    await one.ready()
    const put = one.put('a/b', writing)
    await openFolder(dir).ready()
    writing.push(null)
    expect(await put).toEqual({ size: 5 })
  })
})

/** The folder of a mounted file system of 4 MB. Undefined if this user may not mount file systems. */
const smallDisk = ((): string | undefined => {
  const folder = createFolder()
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status === 0 ? folder : undefined
})()
if (!smallDisk) console.info('folder storage: skipping the full-disk tests, because this user may not mount a tmpfs')
const describeFullDisk = smallDisk ? describe : describe.skip

describeFullDisk('folder storage on a full disk', () => {
  it('rejects with StorageFull, stores nothing, and stores objects again when there is space', async () => {
    const dir = join(smallDisk ?? '', 'store')
    const storage = openFolder(dir)
    await storage.put('a/small', randomBytes(1024 * 1024))
    const tooLarge = () => Readable.from([randomBytes(2 * 1024 * 1024), randomBytes(2 * 1024 * 1024)])
    await expect(storage.put('a/large', tooLarge())).rejects.toBeInstanceOf(StorageFull)
    await expect(storage.put('a/large', randomBytes(4 * 1024 * 1024))).rejects.toBeInstanceOf(StorageFull)
    expect(readdirSync(join(dir, 'tmp'))).toEqual([])
    await expect(storage.stat('a/large')).rejects.toThrow('no such object')
    await storage.remove(['a/small'])
    expect(await storage.put('a/large', randomBytes(3 * 1024 * 1024))).toEqual({ size: 3 * 1024 * 1024 })
  })
})
