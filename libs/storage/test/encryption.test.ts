import { createHash, webcrypto } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestS3, testS3 } from '@daymark/testing'
import { alsoNamed, newHeader, openHeader, rewrap } from '../src/encryption/dm1-header.ts'
import { sealed } from '../src/encryption/segments.ts'
import { FolderStorage } from '../src/folder-storage.ts'
import { KeyRing, newRingKey, openStorage, whole } from '../src/index.ts'
import { S3Storage } from '../src/s3-storage.ts'
import { encryptedAsAll, encryptionSuite, type Opened } from './encryption.suite.ts'

type Vector = {
  ring: string
  name: string
  dataKey: string
  prefix: string
  nonce: string
  plainBytes: number
  /** Of what is stored. */
  sha256: string
  /** Small ones also as they are, in base64. */
  stored?: string
}
const { vectors } = JSON.parse(readFileSync(join(import.meta.dirname, 'dm1-vectors.json'), 'utf8')) as {
  vectors: Vector[]
}
const plainOf = (bytes: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => (at * 7 + 3) % 251))
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')

const folders: string[] = []
const server: TestS3 | undefined = await testS3()
if (!server) console.info('encryption: not tested on S3, no S3 server could be installed')
afterAll(async () => {
  await server?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const openFolder = async (): Promise<Opened> => {
  const dir = mkdtempSync(join(tmpdir(), 'daymark-encryption-'))
  folders.push(dir)
  const withKeys: Opened['withKeys'] = (keys, refused) => openStorage({ dir }, { keys, refused })
  return { raw: new FolderStorage(dir), withKeys }
}
const openS3 = (bucket: string) => async (): Promise<Opened> => {
  const settings = { endpoint: server?.endpoint ?? '', bucket, accessKey: 'daymark', secretKey: 'daymark-secret' }
  const raw = new S3Storage({ ...settings, region: 'us-east-1', pathStyle: true })
  await raw.ready()
  return { raw, withKeys: (keys, refused) => openStorage({ driver: 's3', ...settings }, { keys, refused }) }
}

describe('the format dm1', () => {
  it.each(vectors)('L-MKT-11 is as it was: $name, $plainBytes bytes', async vector => {
    const ring = KeyRing.from(vector.ring)
    const chance = { dataKey: bytes(vector.dataKey), prefix: bytes(vector.prefix), nonce: bytes(vector.nonce) }
    if (!ring.newest) throw new Error('a vector needs a key')
    const { header, data } = newHeader(vector.name, ring.newest, chance)
    const plain = plainOf(vector.plainBytes)
    const stored = await whole(sealed([plain], header, { data, name: vector.name }))
    expect(createHash('sha256').update(stored).digest('hex')).toBe(vector.sha256)
    expect((await openedByHand(stored, vector)).equals(plain)).toBe(true)
  })

  it('L-MKT-11 a crash at any byte of a rewrapping leaves the object open to the old key or the new', () => {
    const [old, next] = [newRingKey('old'), newRingKey('new')]
    const [first, both] = [KeyRing.from(old), KeyRing.from(`${next},${old}`)]
    if (!first.newest) throw new Error('no key')
    const { header, data } = newHeader('originals/a', first.newest)
    const steps = rewrap(header, 'originals/a', both) ?? []
    const moved = alsoNamed(header, { from: 'originals/a', to: 'partials/b' }, first)
    let before = header
    for (const step of [...steps]) {
      for (let torn = 0; torn <= step.length; torn++) {
        const onDisk = Buffer.concat([step.subarray(0, torn), before.subarray(torn)])
        expect(openHeader(onDisk, 'originals/a', both).key).toEqual(data.key)
      }
      before = step
    }
    for (let torn = 0; torn <= moved.length; torn++) {
      const onDisk = Buffer.concat([moved.subarray(0, torn), header.subarray(torn)])
      expect(openHeader(onDisk, 'originals/a', first).key).toEqual(data.key)
    }
    expect(openHeader(moved, 'partials/b', first).key).toEqual(data.key)
  })

  it('L-MKT-11 keys that cannot be used are refused in words that show none', () => {
    const good = newRingKey('2026-11')
    expect(KeyRing.from(`${good}, ${newRingKey('a')}`).newest?.id).toBe('2026-11')
    expect(KeyRing.from('').newest).toBeUndefined()
    expect(() => KeyRing.from(`${good},${good}`)).toThrow('two keys have the same id')
    for (const bad of ['no-colon', 'a:c2hvcnQ=', ':x', `${good}=`, 'an id that is too long:x'])
      expect(() => KeyRing.from(bad)).toThrow(/^key 1 is not id:base64 of 32 bytes$/)
  })
})

describe('encryption in a folder', () => {
  encryptionSuite(openFolder)
  describe('as every store', () => {
    encryptedAsAll(openFolder)
  })

  it('L-MKT-11 tiles are read at once into the buffer that was lent', async () => {
    const { withKeys } = await openFolder()
    const key = newRingKey('a')
    const storage = withKeys(key)
    // A new storage for each read: after a slow read, as on a busy machine, the next ones are not made at once.
    const readAtOnce = async (name: string) => {
      const reader = withKeys(key)
      await reader.ready()
      return reader.readAtOnce(name, room)
    }
    const room = Buffer.alloc(64 * 1024)
    for (const size of [0, 1, 30_000, room.length - 1]) {
      await storage.put('tiles/a.dm1', plainOf(size))
      expect((await readAtOnce('tiles/a.dm1'))?.equals(plainOf(size))).toBe(true)
    }
    await storage.put('tiles/large.dm1', plainOf(room.length))
    expect(await readAtOnce('tiles/large.dm1')).toBeUndefined()
  })
})

const describeS3 = server ? describe : describe.skip
describeS3('encryption on S3', () => {
  encryptionSuite(openS3('encrypted'))
})

/** As the page describes the format, by another implementation of the cipher. */
async function openedByHand(stored: Buffer, { ring, name }: Vector): Promise<Buffer> {
  const [id = '', key = ''] = ring.split(':')
  const fixed = stored.subarray(0, 16)
  const slotId = stored.subarray(16, 32)
  expect(slotId.toString().replace(/\0+$/, '')).toBe(id)
  const aad = Buffer.concat([fixed, slotId, Buffer.from(name)])
  const dataKey = await opened(bytes(key), { iv: stored.subarray(32, 44), aad, sealed: stored.subarray(44, 92) })
  const plain: Buffer[] = []
  for (let at = 168, number = 0; at < stored.length; at += 65_552, number++) {
    const iv = Buffer.alloc(12)
    stored.copy(iv, 0, 9, 16)
    iv.writeUInt32BE(number, 7)
    iv[11] = at + 65_552 >= stored.length ? 1 : 0
    plain.push(await opened(dataKey, { iv, aad: fixed, sealed: stored.subarray(at, at + 65_552) }))
  }
  return Buffer.concat(plain)
}

async function opened(raw: Buffer, of: { iv: Buffer; aad: Buffer; sealed: Buffer }): Promise<Buffer> {
  const key = await webcrypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['decrypt'])
  const how = { name: 'AES-GCM', iv: new Uint8Array(of.iv), additionalData: new Uint8Array(of.aad) }
  return Buffer.from(await webcrypto.subtle.decrypt(how, key, new Uint8Array(of.sealed)))
}
