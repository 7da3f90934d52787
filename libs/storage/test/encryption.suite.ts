import { randomBytes, randomInt } from 'node:crypto'
import { encryptedKey, plainKey } from '@daymark/contracts'
import {
  countObjectsByKey,
  EncryptionKeyMissing,
  newRingKey,
  ObjectDamaged,
  rewrapAll,
  Storage,
  type EncryptedStorage,
  toBuffer,
} from '../src/index.ts'
import { DM1_HEADER_LENGTH } from '../src/encryption/dm1-header.ts'
import { SEALED_SEGMENT_LENGTH, SEGMENT_LENGTH } from '../src/encryption/segment-cipher.ts'
import { storageSuite } from './storage.suite.ts'

const OLD = newRingKey('old')
const NEW = newRingKey('new')

/** An empty store for a test. `raw` opens the same store without decryption. */
export type OpenedStore = {
  raw: Storage
  withKeys(keys: string, onUnreadable?: (error: Error) => void): EncryptedStorage
}

/** Tests of encryption for every driver (L-MKT-11). */
export function encryptionSuite(open: () => Promise<OpenedStore>): void {
  let raw: Storage
  let withKeys: OpenedStore['withKeys']
  let storage: EncryptedStorage
  beforeAll(async () => {
    const opened = await open()
    raw = opened.raw
    withKeys = opened.withKeys
    storage = withKeys(OLD)
  })
  const readStored = async (key: string): Promise<Buffer> => toBuffer(await raw.get(key))
  const read = async (key: string, range?: { start: number; end: number }) => toBuffer(await storage.get(key, range))
  const expectDamaged = async (key: string): Promise<void> => {
    await expect(read(key)).rejects.toBeInstanceOf(ObjectDamaged)
    const { size } = await storage.stat(key).catch(() => ({ size: 1 }))
    await expect(storage.read(key, size)).rejects.toBeInstanceOf(ObjectDamaged)
  }

  it('L-MKT-11 stored bytes do not show the content, and equal objects differ', async () => {
    const body = Buffer.alloc(200_000, 'a photograph of a person ')
    await storage.put('seen/a.dm1', body)
    await storage.put('seen/b.dm1', body)
    const [a, b] = [await readStored('seen/a.dm1'), await readStored('seen/b.dm1')]
    expect(a.includes('photograph')).toBe(false)
    expect(a.length).toBe(DM1_HEADER_LENGTH + body.length + 4 * 16)
    expect(
      a
        .subarray(DM1_HEADER_LENGTH, DM1_HEADER_LENGTH + 64)
        .equals(b.subarray(DM1_HEADER_LENGTH, DM1_HEADER_LENGTH + 64)),
    ).toBe(false)
    expect(storage.localPath('seen/a.dm1')).toBeUndefined()
    expect((await read('seen/a.dm1')).equals(body)).toBe(true)
  })

  it('L-MKT-11 returns any range of objects of any size', async () => {
    const sizes = [
      0,
      1,
      SEGMENT_LENGTH - 1,
      SEGMENT_LENGTH,
      SEGMENT_LENGTH + 1,
      2 * SEGMENT_LENGTH,
      8 * SEGMENT_LENGTH,
      8 * SEGMENT_LENGTH + 5,
      700_001,
    ]
    for (const size of sizes) {
      const body = randomBytes(size)
      expect(await storage.put('ranges/a.dm1', body, { size })).toEqual({ size })
      expect((await storage.stat('ranges/a.dm1')).size).toBe(size)
      expect((await read('ranges/a.dm1')).equals(body)).toBe(true)
      expect((await storage.read('ranges/a.dm1', size)).equals(body)).toBe(true)
      const edges = [0, SEGMENT_LENGTH - 1, SEGMENT_LENGTH, size - 1, 8 * SEGMENT_LENGTH - 1].filter(
        at => at >= 0 && at < size,
      )
      const ranges = Array.from({ length: size > 1 ? 12 : 0 }, () => [randomInt(size), randomInt(size)])
      for (const [one, other] of [...edges.map(at => [at, at]), ...edges.map(at => [at, size - 1]), ...ranges]) {
        const range = { start: Math.min(one ?? 0, other ?? 0), end: Math.max(one ?? 0, other ?? 0) }
        const wanted = body.subarray(range.start, range.end + 1)
        if (!(await read('ranges/a.dm1', range)).equals(wanted))
          throw new Error(`bytes ${range.start} to ${range.end} of ${size} are wrong`)
      }
    }
  })

  it('L-MKT-11 a single changed bit is detected, and no bytes after it are returned', async () => {
    const body = randomBytes(3 * SEGMENT_LENGTH + 100)
    await storage.put('tampered/a.dm1', body)
    const good = await readStored('tampered/a.dm1')
    const positions = [
      0,
      3,
      4,
      9,
      15,
      16,
      40,
      70,
      DM1_HEADER_LENGTH,
      DM1_HEADER_LENGTH + SEGMENT_LENGTH,
      DM1_HEADER_LENGTH + 3 * SEALED_SEGMENT_LENGTH + 5,
      good.length - 1,
    ]
    for (const at of positions) {
      const bad = Buffer.from(good)
      bad.writeUInt8(bad.readUInt8(at) ^ 1, at)
      await raw.put('tampered/a.dm1', bad)
      const chunks: Buffer[] = []
      const failure = await collectChunks(chunks, () => storage.get('tampered/a.dm1')).catch((error: unknown) => error)
      // byte 16 belongs to the id of the key
      expect(failure).toBeInstanceOf(at === 16 ? EncryptionKeyMissing : ObjectDamaged)
      const decrypted = Buffer.concat(chunks)
      expect(decrypted.equals(body.subarray(0, decrypted.length))).toBe(true)
      expect(decrypted.length).toBeLessThan(body.length)
    }
  })

  it('L-MKT-11 truncated, swapped, recombined and extended objects are detected', async () => {
    const body = randomBytes(4 * SEGMENT_LENGTH)
    await storage.put('cut/a.dm1', body)
    await storage.put('cut/b.dm1', randomBytes(body.length))
    const [a, b] = [await readStored('cut/a.dm1'), await readStored('cut/b.dm1')]
    const segment = (object: Buffer, number: number) =>
      object.subarray(
        DM1_HEADER_LENGTH + number * SEALED_SEGMENT_LENGTH,
        DM1_HEADER_LENGTH + (number + 1) * SEALED_SEGMENT_LENGTH,
      )
    const manipulated: Record<string, Buffer> = {
      nothing: Buffer.alloc(0),
      'half a header': a.subarray(0, 100),
      'only a header': a.subarray(0, DM1_HEADER_LENGTH),
      'without its last segment': a.subarray(0, DM1_HEADER_LENGTH + 3 * SEALED_SEGMENT_LENGTH),
      'with half a segment': a.subarray(0, DM1_HEADER_LENGTH + 2 * SEALED_SEGMENT_LENGTH + 700),
      'with a few bytes of a tag': a.subarray(0, DM1_HEADER_LENGTH + 3 * SEALED_SEGMENT_LENGTH + 7),
      'grown by a byte': Buffer.concat([a, Buffer.of(0)]),
      'grown by its last segment': Buffer.concat([a, segment(a, 3)]),
      'in another order': Buffer.concat([a.subarray(0, DM1_HEADER_LENGTH), ...[1, 0, 2, 3].map(n => segment(a, n))]),
      'with a segment of another': Buffer.concat([
        a.subarray(0, DM1_HEADER_LENGTH),
        ...[0, 1, 2].map(n => segment(a, n)),
        segment(b, 3),
      ]),
      'with the header of another': Buffer.concat([b.subarray(0, DM1_HEADER_LENGTH), a.subarray(DM1_HEADER_LENGTH)]),
      'another object as a whole': b,
    }
    for (const [what, bytes] of Object.entries(manipulated)) {
      await raw.put('cut/a.dm1', bytes)
      await expectDamaged('cut/a.dm1').catch(error => {
        throw new Error(`an object ${what} was accepted`, { cause: error })
      })
    }
    await raw.put('cut/a.dm1', a)
    expect((await read('cut/a.dm1')).equals(body)).toBe(true)
  })

  it('L-MKT-11 a moved object can be read, and a copy under another key cannot', async () => {
    const body = randomBytes(9 * 1024 * 1024)
    await storage.put('moving/a.dm1', body)
    await storage.move('moving/a.dm1', 'moved/away/b.dm1')
    expect((await read('moved/away/b.dm1')).equals(body)).toBe(true)
    await raw.put('moved/other.dm1', await readStored('moved/away/b.dm1'))
    await expectDamaged('moved/other.dm1')
    await expect(storage.move('moved/away/b.dm1', 'moved/plain')).rejects.toBeInstanceOf(TypeError)
  })

  it('L-MKT-11 without a key nothing is stored, and errors name the key that an object needs', async () => {
    const unreadableErrors: Error[] = []
    const keyless = withKeys('', error => unreadableErrors.push(error))
    expect([keyless.canEncrypt, storage.canEncrypt]).toEqual([false, true])
    await expect(keyless.put('keyless/a.dm1', Buffer.from('x'))).rejects.toBeInstanceOf(EncryptionKeyMissing)
    await expect(raw.stat('keyless/a.dm1')).rejects.toThrow('no such object')
    await storage.put('keyless/b.dm1', Buffer.from('secret'))
    await expect(keyless.get('keyless/b.dm1')).rejects.toThrow('is encrypted with the key old, which is not configured')
    await expect(withKeys(newRingKey('old')).get('keyless/b.dm1')).rejects.toBeInstanceOf(ObjectDamaged)
    expect(unreadableErrors).toHaveLength(2)
    await keyless.put('keyless/plain', Buffer.from('as before'))
    expect((await toBuffer(await storage.get('keyless/plain'))).toString()).toBe('as before')
  })

  it('L-MKT-11 rotation to a new key rewrites no content, and the old key decrypts nothing afterwards', async () => {
    for (const size of [1000, 12 * 1024 * 1024]) {
      const body = randomBytes(size)
      await storage.put('rotated/a.dm1', body)
      const before = await readStored('rotated/a.dm1')
      const both = withKeys(`${NEW},${OLD}`)
      expect(await both.readKeyIds('rotated/a.dm1')).toEqual(['old'])
      expect(await both.rewrap('rotated/a.dm1')).toBe(true)
      expect(await both.rewrap('rotated/a.dm1')).toBe(false)
      expect(await both.readKeyIds('rotated/a.dm1')).toEqual(['new'])
      expect(
        (await readStored('rotated/a.dm1')).subarray(DM1_HEADER_LENGTH).equals(before.subarray(DM1_HEADER_LENGTH)),
      ).toBe(true)
      expect((await toBuffer(await withKeys(NEW).get('rotated/a.dm1'))).equals(body)).toBe(true)
      await expect(storage.get('rotated/a.dm1')).rejects.toBeInstanceOf(EncryptionKeyMissing)
    }
  })

  it('L-MKT-11 rotation covers all objects, reports damaged ones and can be repeated', async () => {
    for (let n = 0; n < 20; n++) await storage.put(`originals/${n}.dm1`, randomBytes(100 * n))
    await storage.put('variants/plain.jpg', Buffer.from('plain'))
    await raw.put('variants/damaged.jpg.dm1', Buffer.from('damaged'))
    const both = withKeys(`${NEW},${OLD}`)
    expect(await countObjectsByKey(both)).toEqual(new Map([['old', 20]]))
    const unreadable = ['variants/damaged.jpg.dm1']
    expect(await rewrapAll(both, () => {})).toEqual({ rewrapped: 20, unchanged: 0, unreadable })
    expect(await rewrapAll(both, () => {})).toEqual({ rewrapped: 0, unchanged: 20, unreadable })
    expect(await countObjectsByKey(both)).toEqual(new Map([['new', 20]]))
    for (let n = 0; n < 20; n++) expect((await both.stat(`originals/${n}.dm1`)).size).toBe(100 * n)
    await raw.remove(unreadable)
  })
}

async function collectChunks(chunks: Buffer[], open: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
  for await (const chunk of await open()) chunks.push(Buffer.from(chunk))
}

/**
 * Runs the suite of all drivers with every object encrypted. The limit of memory is higher, because the output of the cipher is allocated
 * in addition to the input.
 */
export const encryptedStorageSuite = (open: () => Promise<OpenedStore>): void =>
  storageSuite(async () => new AllEncrypted((await open()).withKeys(OLD)), { maxMemory: 80 * 1024 * 1024 })

class AllEncrypted extends Storage {
  private readonly inner: Storage
  constructor(inner: Storage) {
    super()
    this.inner = inner
  }
  put: Storage['put'] = (key, ...rest) => this.inner.put(encryptedKey(key), ...rest)
  get: Storage['get'] = (key, range) => this.inner.get(encryptedKey(key), range)
  override read: Storage['read'] = (key, size) => this.inner.read(encryptedKey(key), size)
  override readSync: Storage['readSync'] = (key, buffer) => this.inner.readSync(encryptedKey(key), buffer)
  stat: Storage['stat'] = key => this.inner.stat(encryptedKey(key))
  move: Storage['move'] = (from, to) => this.inner.move(encryptedKey(from), encryptedKey(to))
  remove: Storage['remove'] = keys => this.inner.remove(keys.map(encryptedKey))
  ready = (): Promise<void> => this.inner.ready()
  async *list(prefix: string, after?: string) {
    const afterKey = after === undefined ? undefined : encryptedKey(after)
    for await (const entry of this.inner.list(prefix, afterKey)) yield { ...entry, key: plainKey(entry.key) }
  }
}
