import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jest } from '@jest/globals'
import type { http } from '@daymark/contracts'
import { newRingKey } from '@daymark/storage'
import { pollUntil } from '@daymark/testing/outside'
import { install, type Installation, SERVICES } from '../support/installation.ts'
import type { SignedInUser } from '../support/accounts.ts'
import { type Picture, pictures, sha256 } from '../support/pictures.ts'
import { startCommand, daymark } from '../support/server.ts'

jest.setTimeout(600_000)
const bus = process.env['DAYMARK_TEST_BUS'] === 'nats' ? 'nats' : 'memory'
const [OLD, NEW] = [newRingKey('old'), newRingKey('new')]
const COUNT = 30

describe(`kill -9 during encryption of an account, ${bus} bus`, () => {
  let place: Installation
  afterAll(() => place?.stop())

  it('L-MKT-11 rule 15 no photo is lost or remains unencrypted, and a killed key rotation can be repeated', async () => {
    const workDir = mkdtempSync(join(tmpdir(), 'daymark-encryption-'))
    place = await install(bus, {
      DAYMARK_ENCRYPTION_KEYS: OLD,
      DAYMARK_MEDIA_DECRYPTED_CACHE_HOURS: '0',
      DAYMARK_MEDIA_WORK_DIR: workDir,
    })
    await place.photographer()
    const owner = await place.createUser({ tier: 'starter' })
    const files = await pictures(COUNT)
    for (const { name, bytes } of files) {
      const { status } = await owner.upload('/api/images', { name, bytes, type: 'image/jpeg' })
      if (status !== 201) throw new Error(`${name}: ${status}`)
    }
    await pollUntil('all photos are ready', async () => (await ready(owner)).length === COUNT)
    const plain = stored(place)
    expect(plain.filter(isEncrypted)).toEqual([])
    await owner.post('/api/subscription/update-tier', { tier: 'professional' })

    const media = place.servers[bus === 'nats' ? SERVICES.indexOf('media') : 0]
    await pollUntil('the first photos are encrypted', async () => (await encrypted(place)) > 0)
    await media?.kill()
    await media?.start()
    await pollUntil('every photo is encrypted', async () => (await encrypted(place)) === COUNT)
    await pollUntil('no unencrypted file remains', async () => stored(place).every(isEncrypted))
    expect(stored(place)).toHaveLength(plain.length)
    await allShown(owner, files)
    expect(
      await place.query('SELECT reason FROM media.dead_letters UNION ALL SELECT reason FROM library.dead_letters'),
    ).toEqual([])
    // media removes decrypted files of killed decoders at its start
    expect(filesIn(workDir)).toEqual([])

    const both = { ...place.env('media'), DAYMARK_ENCRYPTION_KEYS: `${NEW},${OLD}` }
    expect(await daymark(['encryption', 'status'], both)).toContain(`key old: ${plain.length} objects`)
    const started = newest(place)
    const rotating = startCommand(['encryption', 'rotate'], both)
    await pollUntil('the first object has the new key', () => newest(place) > started)
    await rotating.kill()
    // some objects have the old key, some the new one, some may have both
    expect(await daymark(['encryption', 'status'], both)).not.toMatch(/key (old|new \(newest\)): 0 objects/)
    for (const server of place.servers) await server.stop()
    for (const server of place.servers) await server.start({ DAYMARK_ENCRYPTION_KEYS: `${NEW},${OLD}` })
    await allShown(owner, files)
    await daymark(['encryption', 'rotate'], both)
    const status = await daymark(['encryption', 'status'], both)
    expect(status).toContain(`key new (newest): ${plain.length} objects`)
    expect(status).toContain('key old: 0 objects')
    expect(status).toContain('plans with encryption: 0.')
    for (const server of place.servers) await server.stop()
    for (const server of place.servers) await server.start({ DAYMARK_ENCRYPTION_KEYS: NEW })
    await allShown(owner, files)
  })
})

const isEncrypted = (path: string): boolean => path.endsWith('.dm1')
const stored = (place: Installation): string[] =>
  place.objects().filter(path => /\b(originals|variants)\b/.test(path) && !path.includes('quarantine'))
/** When an object was last written, in ms. */
const newest = (place: Installation): number =>
  Math.max(...stored(place).map(path => statSync(join(place.env('media')['DAYMARK_STORAGE_DIR'] ?? '', path)).mtimeMs))
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(file => (file.isFile() ? [file.name] : []))
    : []

async function encrypted(place: Installation): Promise<number> {
  const [row] = await place.query<{ n: string }>(
    `SELECT count(*) AS n FROM library.photos WHERE object_key LIKE '%.dm1'`,
  )
  return Number(row?.n)
}

async function ready(owner: SignedInUser): Promise<http.Image[]> {
  const { body } = await owner.get<http.ImageList>('/api/images?limit=1000')
  return body.images.filter(image => image.processing_status === 'completed')
}

async function allShown(owner: SignedInUser, files: Picture[]): Promise<void> {
  const images = await ready(owner)
  expect(images).toHaveLength(files.length)
  for (const { filename, original_filename: name } of images) {
    const original = await owner.get(`/media/originals/${filename}`)
    expect(sha256(original.bytes)).toBe(files.find(file => file.name === name)?.sha256)
    for (const size of ['sm', 'md', 'lg']) {
      const { status } = await owner.get(`/media/variants/${size}/${filename.replace(/\.[^.]*$/, '')}.jpg`)
      expect(status).toBe(200)
    }
  }
}
