import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { ByteRange } from '@daymark/storage'
import { ZipArchive, type ZipFile } from './zip.ts'

const GB = 1024 ** 3
const folder = mkdtempSync(join(tmpdir(), 'daymark-zip64-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runPython = (path: string, code: string): string =>
  execFileSync('python3', ['-c', `import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1])\n${code}`, path], {
    encoding: 'utf8',
  })

/** Generates a member of zeros of any size. */
const zeros = async (_: ZipFile, range: ByteRange = { start: 0, end: 4.4 * GB - 1 }): Promise<Readable> => {
  const block = Buffer.alloc(1024 * 1024)
  function* source(): Generator<Buffer> {
    for (let left = range.end - range.start + 1; left > 0; left -= block.length)
      yield block.subarray(0, Math.min(left, block.length))
  }
  return Readable.from(source())
}
function crcOfZeros(size: number): number {
  const block = Buffer.alloc(16 * 1024 * 1024)
  let crc = 0
  for (let left = size; left > 0; left -= block.length)
    crc = crc32(block.subarray(0, Math.min(left, block.length)), crc)
  return crc
}

/** Writes a sparse file, so that the zeros take no disk space. */
async function writeSparse(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await openFile(path, 'w')
  let size = 0
  for await (const chunk of chunks) {
    if (chunk.length < 1024 * 1024) await file.write(chunk, 0, chunk.length, size)
    size += chunk.length
  }
  await file.truncate(size)
  await file.close()
  return size
}

describe('ZIP64', () => {
  const large = Math.floor(4.4 * GB)
  const files = (): ZipFile[] => [
    {
      key: 'originals/large',
      name: 'large.tif',
      size: large,
      crc32: crcOfZeros(large),
      modified: new Date('2024-01-01T00:00:00Z'),
    },
    { key: 'originals/after', name: 'after.jpg', size: 1000, crc32: crcOfZeros(1000), modified: null },
  ]
  const openZeros = (file: ZipFile, range?: ByteRange) => zeros(file, range ?? { start: 0, end: file.size - 1 })

  it('S-SHARE-14: contains a member of 4.4 GB and one after it, valid for Python', async () => {
    const archive = new ZipArchive(files())
    const path = join(folder, 'large.zip')
    expect(await writeSparse(path, archive.read(openZeros))).toBe(archive.size)
    // Python reads the beginning of the large member and the whole member after it. The recorded CRC of the large member is compared with
    // the CRC of the zeros.
    const code =
      "f=z.open('large.tif'); print([i.file_size for i in z.infolist()], len(f.read(1000)), z.read('after.jpg')==bytes(1000))"
    expect(runPython(path, code).trim()).toBe(`[${large}, 1000] 1000 True`)
    expect(runPython(path, 'print(z.infolist()[0].CRC)').trim()).toBe(String(crcOfZeros(large)))
    rmSync(path)
  })

  it('returns ranges beyond 4 GB', async () => {
    const archive = new ZipArchive(files())
    const tail = Buffer.concat(
      await Array.fromAsync(archive.read(openZeros, { start: archive.size - 2000, end: archive.size - 1 })),
    )
    expect(tail).toHaveLength(2000)
    expect(tail.readUInt32LE(2000 - 22)).toBe(0x06054b50)
    expect(tail.includes('after.jpg')).toBe(true)
  })
})
