import type { ByteRange } from '@daymark/storage'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { makeArchiveNames, ZipArchive, type ZipFile } from './zip.ts'

describe('names in an archive', () => {
  it('are unchanged if they are different', () => {
    expect(makeArchiveNames(['b.jpg', 'a.jpg', 'a.png'])).toEqual(['b.jpg', 'a.jpg', 'a.png'])
  })

  it('are numbered from 2 in album order if they are equal', () => {
    expect(makeArchiveNames(['a.jpg', 'a.jpg', 'a.jpg'])).toEqual(['a.jpg', 'a (2).jpg', 'a (3).jpg'])
  })

  it('are different on file systems that ignore case and Unicode normalization', () => {
    expect(makeArchiveNames(['A.JPG', 'a.jpg', 'caf\u00e9', 'cafe\u0301'])).toEqual([
      'A.JPG',
      'a (2).jpg',
      'caf\u00e9',
      'cafe\u0301 (2)',
    ])
  })

  it('skip numbers that a photo already has in its name', () => {
    expect(makeArchiveNames(['a (2).jpg', 'a.jpg', 'a.jpg', 'a (2).jpg'])).toEqual([
      'a (2).jpg',
      'a.jpg',
      'a (3).jpg',
      'a (2) (2).jpg',
    ])
  })

  it('are numbered in linear time for thousands of equal names', () => {
    const names = makeArchiveNames(Array.from({ length: 20_000 }, () => 'IMG_0001.JPG'))
    expect(new Set(names).size).toBe(20_000)
    expect(names.at(-1)).toBe('IMG_0001 (20000).JPG')
  })
})

const folder = mkdtempSync(join(tmpdir(), 'daymark-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const contents = new Map<string, Buffer>()
const member = (name: string, content: Buffer, modified: Date | null = null): ZipFile => {
  const key = `originals/${contents.size}`
  contents.set(key, content)
  return { key, name, size: content.length, crc32: crc32(content), modified }
}
const open = async (file: ZipFile, range?: ByteRange): Promise<Readable> => {
  const content = contents.get(file.key) ?? Buffer.alloc(0)
  return Readable.from([range ? content.subarray(range.start, range.end + 1) : content], { objectMode: false })
}
const readBytes = async (archive: ZipArchive, range?: ByteRange): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(archive.read(open, range)))
const writeZip = (content: Buffer): string => {
  const path = join(folder, `${randomBytes(6).toString('hex')}.zip`)
  writeFileSync(path, content)
  return path
}
/** Runs code with Python's zipfile, which checks the CRC of every member. */
const runPython = (path: string, code: string): string =>
  execFileSync('python3', ['-c', `import zipfile,sys,hashlib,json\nz=zipfile.ZipFile(sys.argv[1])\n${code}`, path], {
    encoding: 'utf8',
  })

describe('ZIP', () => {
  it('S-SHARE-14: has exactly the announced size and is valid for unzip and Python', async () => {
    const files = Array.from({ length: 40 }, (_, i) => member(`photo-${i}.jpg`, randomBytes(randomInt(0, 50_000))))
    const archive = new ZipArchive(files)
    const content = await readBytes(archive)
    expect(content).toHaveLength(archive.size)
    const path = writeZip(content)
    expect(spawnSync('unzip', ['-tq', path], { encoding: 'utf8' }).stdout).toContain('No errors detected')
    expect(runPython(path, 'print(z.testzip(), len(z.namelist()))').trim()).toBe('None 40')
    const hashes: string[] = JSON.parse(
      runPython(path, 'print(json.dumps([hashlib.sha256(z.read(n)).hexdigest() for n in z.namelist()]))'),
    )
    expect(hashes).toEqual(
      files.map(file =>
        createHash('sha256')
          .update(contents.get(file.key) ?? '')
          .digest('hex'),
      ),
    )
  })

  it('S-SHARE-14: returns the same bytes for random ranges as in the whole archive', async () => {
    const archive = new ZipArchive(
      Array.from({ length: 25 }, (_, i) => member(`${i}.jpg`, randomBytes(randomInt(0, 3000)))),
    )
    const whole = await readBytes(archive)
    for (let i = 0; i < 300; i++) {
      const start = randomInt(0, archive.size)
      const end = randomInt(start, archive.size)
      expect((await readBytes(archive, { start, end })).equals(whole.subarray(start, end + 1))).toBe(true)
    }
    expect(
      (await readBytes(archive, { start: archive.size - 1, end: archive.size - 1 })).equals(whole.subarray(-1)),
    ).toBe(true)
  })

  it('preserves UTF-8 names and numbers equal ones', async () => {
    const names = [
      'Müller.jpg',
      'a.jpg',
      'A.JPG',
      'a.jpg',
      'a (2).jpg',
      '写真.jpg',
      '../x/y.jpg',
      'noext',
      'noext',
      'mu\u0308ller.JPG',
    ]
    const path = writeZip(await readBytes(new ZipArchive(names.map(name => member(name, Buffer.from(name))))))
    expect(JSON.parse(runPython(path, 'print(json.dumps(z.namelist()))'))).toEqual([
      'Müller.jpg',
      'a.jpg',
      'A (2).JPG',
      'a (3).jpg',
      'a (2) (2).jpg',
      '写真.jpg',
      '_x_y.jpg',
      'noext',
      'noext (2)',
      'mu\u0308ller (2).JPG',
    ])
    expect(spawnSync('unzip', ['-tq', path]).status).toBe(0)
  })

  it('stores the local time of the camera, and no time if a ZIP cannot represent it', async () => {
    const times = [new Date('2024-05-06T07:08:10Z'), null, new Date('1970-01-01T00:00:00Z')]
    const path = writeZip(
      await readBytes(new ZipArchive(times.map((time, i) => member(`${i}.jpg`, Buffer.from('x'), time)))),
    )
    expect(JSON.parse(runPython(path, 'print(json.dumps([i.date_time for i in z.infolist()]))'))).toEqual([
      [2024, 5, 6, 7, 8, 10],
      [1980, 1, 1, 0, 0, 0],
      [1980, 1, 1, 0, 0, 0],
    ])
    const unpacked = join(folder, 'times')
    execFileSync('unzip', ['-q', path, '-d', unpacked], { env: { ...process.env, TZ: 'America/New_York' } })
    expect(execFileSync('stat', ['-c', '%Y', join(unpacked, '0.jpg')], { encoding: 'utf8' }).trim()).toBe(
      String(Date.parse('2024-05-06T07:08:10-04:00') / 1000),
    )
  })

  it('can be empty', async () => {
    const archive = new ZipArchive([])
    expect(await readBytes(archive)).toHaveLength(archive.size)
    expect(runPython(writeZip(await readBytes(archive)), 'print(len(z.namelist()))').trim()).toBe('0')
  })

  it('holds more than 65,535 files', async () => {
    const content = Buffer.from('x')
    const archive = new ZipArchive(
      Array.from({ length: 70_000 }, (_, i) => ({ ...member('', content), name: `${i}.jpg` })),
    )
    const path = writeZip(await readBytes(archive))
    expect(readFileSync(path)).toHaveLength(archive.size)
    expect(runPython(path, 'print(len(z.namelist()))').trim()).toBe('70000')
    expect(spawnSync('unzip', ['-tq', path]).status).toBe(0)
  })

  it('aborts if a member does not have its recorded size', async () => {
    const files = [member('a.jpg', randomBytes(100)), member('b.jpg', randomBytes(100))]
    for (const size of [99, 101]) {
      const archive = new ZipArchive(files.map(file => ({ ...file, size })))
      await expect(readBytes(archive)).rejects.toThrow('does not have the')
    }
  })
})
