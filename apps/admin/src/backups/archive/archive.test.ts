import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStorage, type Storage } from '@daymark/storage'
import { PartWriter } from './part-writer.ts'
import { isDamage, listManifests, readManifest, readPart } from './read-archive.ts'

const USER = '00000000-0000-4000-8000-000000000001'
const BACKUP = '00000000-0000-4000-8000-000000000002'
const manifestKey = `backups/${USER}/${BACKUP}/manifest.json`
let folder: string
let store: Storage
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daymark-archive-'))
  store = openStorage({ dir: folder }, { keys: `a:${randomBytes(32).toString('base64')}` })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(['backups/list.jsonl.gz', 'backups/list.jsonl.gz.dm1'])(
  'L-MKT-10 a list of megabytes is read as it was written, %s',
  async key => {
    const lines = Array.from({ length: 40_000 }, (_, n) => ({ n, sha256: randomBytes(32).toString('hex') }))
    const writer = new PartWriter(store, { name: 'objects', key })
    for (let at = 0; at < lines.length; at += 1000) await writer.write(lines.slice(at, at + 1000))
    const part = await writer.end()
    expect(part).toMatchObject({ lines: 40_000 })
    expect(part.size).toBeGreaterThan(1_500_000)
    const read: unknown[] = []
    for await (const group of readPart(store, part)) read.push(...group)
    expect(read).toEqual(lines)
    expect(isDamage(await failureOf(allOf(readPart(store, { ...part, sha256: '0'.repeat(64) }))))).toBe(true)
  },
)

it.each(['', '{', '{}', 'null', 'no manifest'])('L-MKT-10 a manifest that says %j hides no other backup', async text => {
  await store.put(manifestKey, Buffer.from(text))
  expect(isDamage(await failureOf(readManifest(store, USER, BACKUP)))).toBe(true)
  const damaged: Error[] = []
  expect(await allOf(listManifests(store, USER, error => damaged.push(error)))).toEqual([])
  expect(damaged.map(({ message }) => message)).toEqual([`${manifestKey} is not what was written there`])
})

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
