import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ARCHIVE_FORMAT, type ArchiveManifest } from '@daymark/contracts'
import { type PlatformConfig, Sealer } from '@daymark/platform'
import {
  backupKeys,
  backupSettings,
  newRingKey,
  openBackupStorage,
  openStorage,
  type Storage,
  toBuffer,
} from '@daymark/storage'
import { type BackupSource, listManifests, ManifestRefused, readManifest, writeManifest } from './manifest.ts'
import { PartWriter } from './part-writer.ts'
import { isDamageError, readPart } from './read-archive.ts'

const USER = '00000000-0000-4000-8000-000000000001'
const BACKUP = '00000000-0000-4000-8000-000000000002'
const manifestKey = `backups/${USER}/${BACKUP}/manifest.json`
let folder: string
let store: Storage
let backups: Storage
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daymark-archive-'))
  store = openStorage({ dir: folder }, { keys: newRingKey('a') })
  backups = openStorage({ dir: join(folder, 'backups') })
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
    expect(isDamageError(await failureOf(allOf(readPart(store, { ...part, sha256: '0'.repeat(64) }))))).toBe(true)
  },
)

const sealerOf = (secret: string) => new Sealer({ secret } as PlatformConfig)
const OTHER = '00000000-0000-4000-8000-000000000003'
const manifest: ArchiveManifest = {
  format: ARCHIVE_FORMAT,
  archive: BACKUP,
  userId: USER,
  at: '2030-01-01T00:00:00.000Z',
  parts: [],
  missing: [],
  installation: OTHER,
  target: 'backup',
  sequence: 7,
  counts: { photos: 0, albums: 0, rows: 0, objects: 0, bytes: 0 },
}
const source = (of: Partial<BackupSource> = {}): BackupSource => ({
  store: backups,
  target: 'backup',
  sealer: sealerOf('the secret of this installation'),
  ...of,
  acceptUnauthenticated: of.acceptUnauthenticated ?? false,
})
const put = (text: string, key = manifestKey) => backups.put(key, Buffer.from(text))
const textOf = async () => (await toBuffer(await backups.get(manifestKey))).toString()
const refusal = async (of: BackupSource, userId = USER, id = BACKUP): Promise<string> => {
  const failure = await failureOf(readManifest(of, userId, id))
  return failure instanceof ManifestRefused ? failure.message : `not refused: ${String(failure)}`
}

it.each(['', '{', '{}', 'null', 'no manifest'])(
  'L-MKT-10 a manifest that says %j hides no other backup',
  async text => {
    await put(text)
    expect(isDamageError(await failureOf(readManifest(source(), USER, BACKUP)))).toBe(true)
    const damaged: Error[] = []
    expect(await allOf(listManifests(source(), USER, error => damaged.push(error)))).toEqual([])
    expect(damaged.map(({ message }) => message)).toEqual([`${manifestKey} differs from the manifest that was written`])
  },
)

it('L-MKT-10 a manifest is read with the secret that it was signed with, and with no other', async () => {
  await writeManifest(source(), manifest)
  expect(await readManifest(source(), USER, BACKUP)).toEqual(manifest)
  const other = source({ sealer: sealerOf('the secret of another installation') })
  expect(await refusal(other)).toMatch(/was not signed with this DAYMARK_SECRET/)
  expect(await refusal({ ...other, acceptUnauthenticated: true })).toMatch(/was not signed with this DAYMARK_SECRET/)
})

it.each([
  ['its account', { userId: OTHER }],
  ['its number', { sequence: 8 }],
  ['its installation', { installation: USER }],
  ['its date', { at: '2031-01-01T00:00:00.000Z' }],
  ['its parts', { parts: [{ name: 'identity', key: 'backups/a', sha256: '0', size: 1, lines: 1 }] }],
  ['its signature', { mac: 'AAAA' }],
])('L-MKT-10 a manifest is refused once someone changes %s', async (_, changed) => {
  await writeManifest(source(), manifest)
  await put(JSON.stringify({ ...JSON.parse(await textOf()), ...changed }))
  expect(await refusal(source())).toMatch(/was not signed with this DAYMARK_SECRET/)
})

it('L-MKT-10 a manifest is refused in the place of another backup, account or store', async () => {
  await writeManifest(source(), manifest)
  const text = await textOf()
  await put(text, `backups/${OTHER}/${BACKUP}/manifest.json`)
  await put(text, `backups/${USER}/${OTHER}/manifest.json`)
  expect(await refusal(source(), OTHER)).toMatch(`is the backup ${BACKUP} of ${USER}`)
  expect(await refusal(source(), USER, OTHER)).toMatch(`is the backup ${BACKUP} of ${USER}`)
  expect(await refusal(source({ target: 'offsite' }))).toMatch('is a backup of the store backup, not of offsite')
})

it.each([
  ['of a development build before 1.0.0', ARCHIVE_FORMAT - 1, /was written by a development build before 1.0.0/],
  ['of a newer version', ARCHIVE_FORMAT + 1, /which needs a newer version of Daymark/],
])('a backup %s is refused', async (_, format, reason) => {
  await writeManifest(source(), { ...manifest, format })
  expect(await refusal(source())).toMatch(reason)
})

it('L-MKT-10 a manifest without a signature is read only where the operator accepts it', async () => {
  const { installation: _, target: _target, sequence: _sequence, ...before } = manifest
  await put(JSON.stringify(before))
  expect(await refusal(source())).toMatch(/is not signed.*DAYMARK_BACKUP_ACCEPT_UNAUTHENTICATED=on/)
  expect(await readManifest(source({ acceptUnauthenticated: true }), USER, BACKUP)).toEqual(before)
})

it('L-MKT-10 an unencrypted backup is refused where there are keys, unless the operator accepts it', async () => {
  const dir = mkdtempSync(join(folder, 'store-'))
  const opened = (keys?: string, acceptUnauthenticated = false) => {
    const settings = backupSettings.parse({ driver: 'folder', dir, acceptUnauthenticated })
    return source({ store: openBackupStorage(settings, { keys })!, acceptUnauthenticated })
  }
  const plain = opened()
  await writeManifest(plain, manifest)
  const [rows, file] = [backupKeys.part(USER, BACKUP, 'identity'), backupKeys.object(USER, '0'.repeat(64))]
  for (const key of [rows, file]) await plain.store.put(key, Buffer.from('text'))
  const keys = newRingKey('a')
  const { store } = opened(keys)
  expect(await refusal(opened(keys))).toMatch(/is not encrypted.*DAYMARK_BACKUP_ACCEPT_UNAUTHENTICATED=on/)
  expect(isDamageError(await failureOf(store.get(rows)))).toBe(true)
  // its name is the hash that every reader compares it with
  expect((await toBuffer(await store.get(file))).toString()).toBe('text')
  expect(await readManifest(opened(keys, true), USER, BACKUP)).toEqual(manifest)
  await writeManifest(opened(keys), manifest)
  expect(await readManifest(opened(keys), USER, BACKUP)).toEqual(manifest)
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
