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
  'L-MKT-10 a list of several megabytes is read unchanged from %s',
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

const createSealer = (secret: string) => new Sealer({ secret } as PlatformConfig)
const OTHER_ID = '00000000-0000-4000-8000-000000000003'
const manifest: ArchiveManifest = {
  format: ARCHIVE_FORMAT,
  archive: BACKUP,
  userId: USER,
  at: '2030-01-01T00:00:00.000Z',
  parts: [],
  missing: [],
  installation: OTHER_ID,
  target: 'backup',
  sequence: 7,
  counts: { photos: 0, albums: 0, rows: 0, objects: 0, bytes: 0 },
}
const createSource = (overrides: Partial<BackupSource> = {}): BackupSource => ({
  store: backups,
  target: 'backup',
  sealer: createSealer('the secret of this installation'),
  ...overrides,
  acceptUnauthenticated: overrides.acceptUnauthenticated ?? false,
})
const put = (text: string, key = manifestKey) => backups.put(key, Buffer.from(text))
const readManifestText = async () => (await toBuffer(await backups.get(manifestKey))).toString()
const findRefusal = async (source: BackupSource, userId = USER, id = BACKUP): Promise<string> => {
  const failure = await failureOf(readManifest(source, userId, id))
  return failure instanceof ManifestRefused ? failure.message : `not refused: ${String(failure)}`
}

it.each(['', '{', '{}', 'null', 'no manifest'])(
  'L-MKT-10 a manifest with the content %j does not prevent the listing of other backups',
  async text => {
    await put(text)
    expect(isDamageError(await failureOf(readManifest(createSource(), USER, BACKUP)))).toBe(true)
    const damaged: Error[] = []
    expect(await allOf(listManifests(createSource(), USER, error => damaged.push(error)))).toEqual([])
    expect(damaged.map(({ message }) => message)).toEqual([`${manifestKey} differs from the manifest that was written`])
  },
)

it('L-MKT-10 a manifest is read with the secret that it was signed with, and with no other', async () => {
  await writeManifest(createSource(), manifest)
  expect(await readManifest(createSource(), USER, BACKUP)).toEqual(manifest)
  const other = createSource({ sealer: createSealer('the secret of another installation') })
  expect(await findRefusal(other)).toMatch(/was not signed with this DAYMARK_SECRET/)
  expect(await findRefusal({ ...other, acceptUnauthenticated: true })).toMatch(
    /was not signed with this DAYMARK_SECRET/,
  )
})

it.each([
  ['its account', { userId: OTHER_ID }],
  ['its sequence number', { sequence: 8 }],
  ['its installation', { installation: USER }],
  ['its date', { at: '2031-01-01T00:00:00.000Z' }],
  ['its parts', { parts: [{ name: 'identity', key: 'backups/a', sha256: '0', size: 1, lines: 1 }] }],
  ['its signature', { mac: 'AAAA' }],
])('L-MKT-10 a manifest is refused after a change of %s', async (_, changed) => {
  await writeManifest(createSource(), manifest)
  await put(JSON.stringify({ ...JSON.parse(await readManifestText()), ...changed }))
  expect(await findRefusal(createSource())).toMatch(/was not signed with this DAYMARK_SECRET/)
})

it('L-MKT-10 a manifest is refused if it was moved to another backup, account or store', async () => {
  await writeManifest(createSource(), manifest)
  const text = await readManifestText()
  await put(text, `backups/${OTHER_ID}/${BACKUP}/manifest.json`)
  await put(text, `backups/${USER}/${OTHER_ID}/manifest.json`)
  expect(await findRefusal(createSource(), OTHER_ID)).toMatch(`is the backup ${BACKUP} of ${USER}`)
  expect(await findRefusal(createSource(), USER, OTHER_ID)).toMatch(`is the backup ${BACKUP} of ${USER}`)
  expect(await findRefusal(createSource({ target: 'offsite' }))).toMatch(
    'is a backup of the store backup, not of offsite',
  )
})

it.each([
  ['of a development build before 1.0.0', ARCHIVE_FORMAT - 1, /was written by a development build before 1.0.0/],
  ['of a newer version', ARCHIVE_FORMAT + 1, /which needs a newer version of Daymark/],
])('a backup %s is refused', async (_, format, reason) => {
  await writeManifest(createSource(), { ...manifest, format })
  expect(await findRefusal(createSource())).toMatch(reason)
})

it('L-MKT-10 an unsigned manifest is read only if the operator accepts unsigned manifests', async () => {
  const { installation: _, target: _target, sequence: _sequence, ...before } = manifest
  await put(JSON.stringify(before))
  expect(await findRefusal(createSource())).toMatch(/is not signed.*DAYMARK_BACKUP_ACCEPT_UNAUTHENTICATED=on/)
  expect(await readManifest(createSource({ acceptUnauthenticated: true }), USER, BACKUP)).toEqual(before)
})

it('L-MKT-10 an unencrypted backup is refused if encryption keys are set, unless the operator accepts it', async () => {
  const dir = mkdtempSync(join(folder, 'store-'))
  const openSource = (keys?: string, acceptUnauthenticated = false) => {
    const settings = backupSettings.parse({ driver: 'folder', dir, acceptUnauthenticated })
    return createSource({ store: openBackupStorage(settings, { keys })!, acceptUnauthenticated })
  }
  const plain = openSource()
  await writeManifest(plain, manifest)
  const [rows, file] = [backupKeys.part(USER, BACKUP, 'identity'), backupKeys.object(USER, '0'.repeat(64))]
  for (const key of [rows, file]) await plain.store.put(key, Buffer.from('text'))
  const keys = newRingKey('a')
  const { store } = openSource(keys)
  expect(await findRefusal(openSource(keys))).toMatch(/is not encrypted.*DAYMARK_BACKUP_ACCEPT_UNAUTHENTICATED=on/)
  expect(isDamageError(await failureOf(store.get(rows)))).toBe(true)
  // The name of a file is the hash of its content, so that every reader detects a change.
  expect((await toBuffer(await store.get(file))).toString()).toBe('text')
  expect(await readManifest(openSource(keys, true), USER, BACKUP)).toEqual(manifest)
  await writeManifest(openSource(keys), manifest)
  expect(await readManifest(openSource(keys), USER, BACKUP)).toEqual(manifest)
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
