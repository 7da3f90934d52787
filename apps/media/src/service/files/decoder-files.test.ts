import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Storage } from '@daymark/storage'
import { provideLocalOriginal } from './decoder-files.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'daymark-original-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300_000, 7)])
const createRemoteStore = (body: Buffer) => ({
  get: async () => Readable.from([body.subarray(0, 1000), body.subarray(1000)]),
})
const provide = (storage: object, extension = 'jpg') =>
  provideLocalOriginal(storage as Storage, { objectKey: 'originals/1', extension }, folder)

it('an original in a remote store is copied', async () => {
  const { path, type } = await provide(createRemoteStore(jpeg))
  expect(type).toBe('jpeg')
  expect(readFileSync(path).equals(jpeg)).toBe(true)
})

it('an original in a folder store is not copied', async () => {
  const file = join(folder, 'stored')
  writeFileSync(file, jpeg)
  const { path } = await provide({ localPath: () => file })
  expect(realpathSync(path)).toBe(realpathSync(file))
})

it('an interrupted download is an error, not a damaged photo', async () => {
  const broken = Readable.from(
    (function* () {
      yield jpeg.subarray(0, 5000)
      throw new Error('connection lost')
    })(),
  )
  await expect(provide({ get: async () => broken })).rejects.toThrow('connection lost')
})

it('the file name depends on the content and never on input', async () => {
  expect((await provide(createRemoteStore(jpeg), 'png')).path).toBe(join(folder, 'original.jpeg'))
  rmSync(folder, { recursive: true })
  folder = mkdtempSync(join(tmpdir(), 'daymark-original-'))
  const raw = Buffer.concat([Buffer.from('IIU\0\b\0\0\0', 'latin1'), Buffer.alloc(100)])
  expect((await provide(createRemoteStore(raw), '../../etc')).path).toBe(join(folder, 'original.raw'))
  expect(readdirSync(folder)).toEqual(['original.raw'])
})

it('a file that is not an image is recognized', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await provide(createRemoteStore(svg), 'jpg')).toMatchObject({ type: null })
  expect(await provide(createRemoteStore(Buffer.alloc(0)), 'jpg')).toMatchObject({ type: null })
})
