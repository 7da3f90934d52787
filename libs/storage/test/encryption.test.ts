import { createHash, webcrypto } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestS3, testS3 } from '@daymark/testing'
import { wrapForSecondName, createHeader, unwrapDataKey, rewrap } from '../src/encryption/dm1-header.ts'
import { encryptSegments } from '../src/encryption/segments.ts'
import { FolderStorage } from '../src/folder/folder-storage.ts'
import { KeyRing, newRingKey, openStorage, toBuffer } from '../src/index.ts'
import { S3Storage } from '../src/s3/s3-storage.ts'
import { encryptedStorageSuite, encryptionSuite, type OpenedStore } from './encryption.suite.ts'

type Vector = {
  ring: string
  name: string
  dataKey: string
  prefix: string
  nonce: string
  plainBytes: number
  /** The hash of the stored bytes. */
  sha256: string
  /** The stored bytes of small objects in base64. */
  stored?: string
}
const { vectors } = JSON.parse(readFileSync(join(import.meta.dirname, 'dm1-vectors.json'), 'utf8')) as {
  vectors: Vector[]
}
const createPlainBytes = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7 + 3) % 251))
const decodeBase64 = (base64: string): Buffer => Buffer.from(base64, 'base64')

const folders: string[] = []
const server: TestS3 | undefined = await testS3()
if (!server) console.info('encryption: not tested on S3, no S3 server could be installed')
afterAll(async () => {
  await server?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const openFolder = async (): Promise<OpenedStore> => {
  const dir = mkdtempSync(join(tmpdir(), 'daymark-encryption-'))
  folders.push(dir)
  const withKeys: OpenedStore['withKeys'] = (keys, onUnreadable) => openStorage({ dir }, { keys, onUnreadable })
  return { raw: new FolderStorage(dir), withKeys }
}
const openS3 = (bucket: string) => async (): Promise<OpenedStore> => {
  const settings = { endpoint: server?.endpoint ?? '', bucket, accessKey: 'daymark', secretKey: 'daymark-secret' }
  const raw = new S3Storage({ ...settings, region: 'us-east-1', pathStyle: true })
  await raw.ready()
  return { raw, withKeys: (keys, onUnreadable) => openStorage({ driver: 's3', ...settings }, { keys, onUnreadable }) }
}

describe('the format dm1', () => {
  it.each(vectors)('L-MKT-11 matches the test vector $name with $plainBytes bytes', async vector => {
    const ring = KeyRing.parse(vector.ring)
    const randomValues = {
      dataKey: decodeBase64(vector.dataKey),
      noncePrefix: decodeBase64(vector.prefix),
      nonce: decodeBase64(vector.nonce),
    }
    if (!ring.newest) throw new Error('a vector needs a key')
    const { header, dataKey } = createHeader(vector.name, ring.newest, randomValues)
    const plain = createPlainBytes(vector.plainBytes)
    const stored = await toBuffer(encryptSegments([plain], header, { dataKey, name: vector.name }))
    expect(createHash('sha256').update(stored).digest('hex')).toBe(vector.sha256)
    expect((await decryptAsDocumented(stored, vector)).equals(plain)).toBe(true)
  })

  it('L-MKT-11 if the process crashes at any byte while it rewraps a header, the old or the new key still decrypts the object', () => {
    const [old, next] = [newRingKey('old'), newRingKey('new')]
    const [first, both] = [KeyRing.parse(old), KeyRing.parse(`${next},${old}`)]
    if (!first.newest) throw new Error('no key')
    const { header, dataKey } = createHeader('originals/a', first.newest)
    const steps = rewrap(header, 'originals/a', both) ?? []
    const moved = wrapForSecondName(header, { from: 'originals/a', to: 'partials/b' }, first)
    let before = header
    for (const step of [...steps]) {
      for (let torn = 0; torn <= step.length; torn++) {
        const onDisk = Buffer.concat([step.subarray(0, torn), before.subarray(torn)])
        expect(unwrapDataKey(onDisk, 'originals/a', both).key).toEqual(dataKey.key)
      }
      before = step
    }
    for (let torn = 0; torn <= moved.length; torn++) {
      const onDisk = Buffer.concat([moved.subarray(0, torn), header.subarray(torn)])
      expect(unwrapDataKey(onDisk, 'originals/a', first).key).toEqual(dataKey.key)
    }
    expect(unwrapDataKey(moved, 'partials/b', first).key).toEqual(dataKey.key)
  })

  it('L-MKT-11 errors for invalid keys do not contain the keys', () => {
    const good = newRingKey('2026-11')
    expect(KeyRing.parse(`${good}, ${newRingKey('a')}`).newest?.id).toBe('2026-11')
    expect(KeyRing.parse('').newest).toBeUndefined()
    expect(() => KeyRing.parse(`${good},${good}`)).toThrow('two keys have the same id')
    for (const bad of ['no-colon', 'a:c2hvcnQ=', ':x', `${good}=`, 'an id that is too long:x'])
      expect(() => KeyRing.parse(bad)).toThrow(/^key 1 is not id:base64 of 32 bytes$/)
  })
})

describe('encryption in a folder', () => {
  encryptionSuite(openFolder)
  describe('as a store', () => {
    encryptedStorageSuite(openFolder)
  })

  it('L-MKT-11 tiles are read synchronously into the given buffer', async () => {
    const { withKeys } = await openFolder()
    const key = newRingKey('a')
    const storage = withKeys(key)
    // A new storage for each read: a slow read on a busy machine would disable later synchronous reads of the same storage.
    const readSync = async (name: string) => {
      const reader = withKeys(key)
      await reader.ready()
      return reader.readSync(name, buffer)
    }
    const buffer = Buffer.alloc(64 * 1024)
    for (const size of [0, 1, 30_000, buffer.length - 1]) {
      await storage.put('tiles/a.dm1', createPlainBytes(size))
      expect((await readSync('tiles/a.dm1'))?.equals(createPlainBytes(size))).toBe(true)
    }
    await storage.put('tiles/large.dm1', createPlainBytes(buffer.length))
    expect(await readSync('tiles/large.dm1')).toBeUndefined()
  })
})

const describeS3 = server ? describe : describe.skip
describeS3('encryption on S3', () => {
  encryptionSuite(openS3('encrypted'))
})

/** Decrypts as docs/operations/encryption.md describes the format, with another implementation of the cipher. */
async function decryptAsDocumented(stored: Buffer, { ring, name }: Vector): Promise<Buffer> {
  const [id = '', key = ''] = ring.split(':')
  const fixedHeaderBytes = stored.subarray(0, 16)
  const slotId = stored.subarray(16, 32)
  expect(slotId.toString().replace(/\0+$/, '')).toBe(id)
  const aad = Buffer.concat([fixedHeaderBytes, slotId, Buffer.from(name)])
  const dataKey = await decrypt(decodeBase64(key), {
    iv: stored.subarray(32, 44),
    aad,
    sealed: stored.subarray(44, 92),
  })
  const plain: Buffer[] = []
  for (let at = 168, number = 0; at < stored.length; at += 65_552, number++) {
    const iv = Buffer.alloc(12)
    stored.copy(iv, 0, 9, 16)
    iv.writeUInt32BE(number, 7)
    iv[11] = at + 65_552 >= stored.length ? 1 : 0
    plain.push(await decrypt(dataKey, { iv, aad: fixedHeaderBytes, sealed: stored.subarray(at, at + 65_552) }))
  }
  return Buffer.concat(plain)
}

async function decrypt(raw: Buffer, input: { iv: Buffer; aad: Buffer; sealed: Buffer }): Promise<Buffer> {
  const key = await webcrypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, ['decrypt'])
  const algorithm = { name: 'AES-GCM', iv: new Uint8Array(input.iv), additionalData: new Uint8Array(input.aad) }
  return Buffer.from(await webcrypto.subtle.decrypt(algorithm, key, new Uint8Array(input.sealed)))
}
