import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pollUntil } from '@daymark/testing/outside'
import { type ObjectEntry, ObjectExists, ObjectMissing, SizeMismatch, type Storage, toBuffer } from '../src/index.ts'

const MB = 1024 * 1024
/** The memory of all buffers. The resident size would also depend on earlier tests and on garbage collection. */
const getBufferBytes = (): number => process.memoryUsage().arrayBuffers

/**
 * Tests of every driver. `open` returns a ready, empty store. `maxMemory`: bytes that a long stream may use, including garbage.
 * `isNested`: a key may be a prefix of another; the product has no such keys, and S3 servers on a file system reject them.
 */
export function storageSuite(open: () => Promise<Storage>, { maxMemory = 32 * MB, isNested = false } = {}): void {
  let storage: Storage
  beforeAll(async () => void (storage = await open()))

  const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> =>
    toBuffer(await storage.get(key, range))
  const list = async (prefix: string): Promise<ObjectEntry[]> => {
    const found: ObjectEntry[] = []
    for await (const entry of storage.list(prefix)) found.push(entry)
    return found.sort((a, b) => a.key.localeCompare(b.key))
  }
  const keys = async (prefix: string): Promise<string[]> => (await list(prefix)).map(entry => entry.key)

  it('returns the stored bytes of a buffer, a stream and an empty body', async () => {
    const body = randomBytes(100_000)
    expect(await storage.put('round/buffer', body)).toEqual({ size: body.length })
    expect(await storage.put('round/stream', Readable.from(pieces(body, 7001)))).toEqual({ size: body.length })
    expect(await storage.put('round/empty', Readable.from([]))).toEqual({ size: 0 })
    expect((await read('round/buffer')).equals(body)).toBe(true)
    expect((await read('round/stream')).equals(body)).toBe(true)
    expect(await read('round/empty')).toHaveLength(0)
  })

  it('stores a stream of unknown length that is larger than a part', async () => {
    const body = randomBytes(20 * MB + 12_345)
    expect(await storage.put('large/object', Readable.from(pieces(body, 300_000)))).toEqual({ size: body.length })
    expect((await read('large/object')).equals(body)).toBe(true)
    expect(
      (await read('large/object', { start: 8 * MB - 3, end: 8 * MB + 3 })).equals(
        body.subarray(8 * MB - 3, 8 * MB + 4),
      ),
    ).toBe(true)
  })

  it('holds at most a few parts of a stream in memory', async () => {
    const chunk = randomBytes(MB)
    let peak = 0
    async function* source(size: number): AsyncGenerator<Buffer> {
      for (let sent = 0; sent < size; sent++) {
        peak = Math.max(peak, getBufferBytes())
        yield chunk
      }
    }
    const put = async (size: number) =>
      expect(await storage.put('large/memory', Readable.from(source(size)))).toEqual({ size: size * MB })
    // The first upload loads code and opens connections.
    await put(20)
    const before = getBufferBytes()
    peak = 0
    await put(160)
    expect(peak - before).toBeLessThan(maxMemory)
    await storage.remove(['large/memory'])
  })

  it('does not use a piece of the body after requesting the next piece', async () => {
    const pieces = Array.from({ length: 300 }, (_, i) => randomBytes(40_000 + i))
    async function* reusing(): AsyncGenerator<Uint8Array> {
      const memory = Buffer.alloc(50_000)
      for (const piece of pieces) {
        memory.fill(0)
        piece.copy(memory)
        yield memory.subarray(0, piece.length)
      }
    }
    await storage.put('reused/a', reusing())
    expect((await read('reused/a')).equals(Buffer.concat(pieces))).toBe(true)
  })

  it('returns ranges: first byte, last byte, middle, all', async () => {
    const body = randomBytes(5000)
    await storage.put('ranges/a', body)
    for (const [start, end] of [
      [0, 0],
      [4999, 4999],
      [1234, 2345],
      [0, 4999],
    ] as const)
      expect((await read('ranges/a', { start, end })).equals(body.subarray(start, end + 1))).toBe(true)
  })

  it('replaces an object as a whole', async () => {
    await storage.put('replace/a', Buffer.from('first, and longer'))
    await storage.put('replace/a', Buffer.from('second'))
    expect((await read('replace/a')).toString()).toBe('second')
    expect((await storage.stat('replace/a')).size).toBe(6)
  })

  it('returns the size and the time of the last change, and rejects with ObjectMissing for unknown keys', async () => {
    const before = Date.now()
    await storage.put('facts/a', Buffer.from('abc'))
    const found = await storage.stat('facts/a')
    expect(found.size).toBe(3)
    expect(Math.abs(found.modified.getTime() - before)).toBeLessThan(60_000)
    await expect(storage.stat('facts/none')).rejects.toBeInstanceOf(ObjectMissing)
    await expect(storage.get('facts/none')).rejects.toBeInstanceOf(ObjectMissing)
    await expect(storage.get('facts/none', { start: 0, end: 1 })).rejects.toBeInstanceOf(ObjectMissing)
  })

  it('stores nothing of a failing body, small or large, and rejects with its error', async () => {
    for (const size of [1000, 9 * MB]) {
      async function* broken(): AsyncGenerator<Buffer> {
        yield randomBytes(size)
        throw new Error('the client went away')
      }
      await expect(storage.put('broken/a', Readable.from(broken()))).rejects.toThrow('the client went away')
    }
    expect(await keys('broken/')).toEqual([])
  })

  it('stores nothing when the source is destroyed without an error', async () => {
    const source = new Readable({ read() {} })
    source.push(randomBytes(2000))
    const put = storage.put('broken/destroyed', source)
    setImmediate(() => source.destroy())
    await expect(put).rejects.toThrow()
    expect(await keys('broken/')).toEqual([])
  })

  it('keeps the old object when the new body fails', async () => {
    await storage.put('broken-later/a', Buffer.from('kept'))
    async function* broken(): AsyncGenerator<Buffer> {
      yield randomBytes(9 * MB)
      throw new Error('cut')
    }
    await expect(storage.put('broken-later/a', Readable.from(broken()))).rejects.toThrow('cut')
    expect((await read('broken-later/a')).toString()).toBe('kept')
  })

  it('rejects a body whose size differs from the given size, and stores nothing', async () => {
    await expect(storage.put('size/a', Buffer.from('four'), { size: 5 })).rejects.toBeInstanceOf(SizeMismatch)
    await expect(storage.put('size/b', Readable.from([Buffer.from('four')]), { size: 3 })).rejects.toBeInstanceOf(
      SizeMismatch,
    )
    expect(await storage.put('size/c', Readable.from([Buffer.from('four')]), { size: 4 })).toEqual({ size: 4 })
    expect(await keys('size/')).toEqual(['size/c'])
  })

  it('moves an object as a whole, even to an existing key and to another kind', async () => {
    const body = randomBytes(9 * MB)
    await storage.put('move/a', Readable.from(pieces(body, 300_000)))
    await storage.put('moved/b/c', Buffer.from('replaced'))
    await storage.move('move/a', 'moved/b/c')
    expect((await read('moved/b/c')).equals(body)).toBe(true)
    expect(await keys('move')).toEqual(['moved/b/c'])
  })

  it('does not move missing objects and rejects invalid keys', async () => {
    await expect(storage.move('move/none', 'move/b')).rejects.toBeInstanceOf(ObjectMissing)
    expect(await keys('move/')).toEqual([])
    await storage.put('move/kept', Buffer.from('x'))
    await expect(storage.move('move/kept', '../x')).rejects.toBeInstanceOf(TypeError)
    await expect(storage.move('../x', 'move/kept')).rejects.toBeInstanceOf(TypeError)
    expect((await read('move/kept')).toString()).toBe('x')
  })

  it('removes many objects at once, and removes missing objects without an error', async () => {
    const many = Array.from({ length: 1200 }, (_, i) => `many/object-${i}`)
    for (let i = 0; i < many.length; i += 100)
      await Promise.all(many.slice(i, i + 100).map(key => storage.put(key, Buffer.from('x'))))
    expect(await keys('many/')).toHaveLength(1200)
    await storage.remove([...many, 'many/never-there'])
    expect(await keys('many/')).toEqual([])
    await storage.remove(many)
    await storage.remove([])
  })

  it('lists objects and their sizes by a prefix, which may end within a segment', async () => {
    const above = isNested ? 'listing/a' : 'listing/A'
    await storage.put(above, Buffer.from('1'))
    await storage.put('listing/ab', Buffer.from('22'))
    await storage.put('listing/a/b', Buffer.from('333'))
    await storage.put('listing/a/b-c.D_e', Buffer.from('4444'))
    await storage.put('listing2/a', Buffer.from('55555'))
    expect(await keys('listing/')).toEqual([above, 'listing/a/b', 'listing/a/b-c.D_e', 'listing/ab'])
    expect(await keys('listing/a/')).toEqual(['listing/a/b', 'listing/a/b-c.D_e'])
    expect(await keys('listing/ab')).toEqual(['listing/ab'])
    expect(await keys('listing')).toHaveLength(5)
    expect(await keys('unknown/')).toEqual([])
    expect((await keys('')).filter(key => key.startsWith('listing'))).toHaveLength(5)
    expect((await list('listing/ab'))[0]?.modified.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect((await list('listing/ab'))[0]).toMatchObject({ key: 'listing/ab', size: 2 })
  })

  it('continues a listing after any key, existing or not, and lists each object once', async () => {
    const all = Array.from({ length: 40 }, (_, i) => `cursor/object-${i}`)
    await Promise.all(all.map(key => storage.put(key, Buffer.from('x'))))
    const seen: string[] = []
    for (let last: string | undefined; ;) {
      const before: number = seen.length
      for await (const { key } of storage.list('cursor/', last)) if (seen.push(key) === before + 7) break
      if (seen.length === before) break
      last = seen.at(-1) ?? ''
      await storage.remove([last])
    }
    expect(seen.toSorted()).toEqual(all.toSorted())
  })

  it('exactly one of several concurrent conditional writes succeeds', async () => {
    const put = (text: string) => storage.put('once/a', Buffer.from(text), { ifAbsent: true })
    const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(put))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const winner = 'abcde'[results.findIndex(({ status }) => status === 'fulfilled')]
    await expect(put('f')).rejects.toBeInstanceOf(ObjectExists)
    expect((await read('once/a')).toString()).toBe(winner)
  })

  it('rejects keys that have a meaning in a file system', async () => {
    const bad = [
      '',
      'one',
      '/a/b',
      'a//b',
      'a/../b',
      'a/./b',
      'a/.hidden',
      'a/b/',
      'a/ü',
      'a/b c',
      'a/~b',
      'a/b\0',
      'a\\b/c',
      `a/${'x'.repeat(250)}`,
    ]
    for (const key of bad) {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError)
      await expect(storage.get(key)).rejects.toBeInstanceOf(TypeError)
      await expect(storage.stat(key)).rejects.toBeInstanceOf(TypeError)
      await expect(storage.remove([key])).rejects.toBeInstanceOf(TypeError)
    }
    await expect(keys('../')).rejects.toBeInstanceOf(TypeError)
  })

  it('stores and reads many objects concurrently', async () => {
    const bodies = Array.from({ length: 60 }, (_, i) => randomBytes(1000 + i))
    await Promise.all(bodies.map((body, i) => storage.put(`together/${i}`, Readable.from([body]))))
    const found = await Promise.all(bodies.map((_, i) => read(`together/${i}`)))
    expect(found.every((body, i) => body.equals(bodies[i]!))).toBe(true)
  })

  const onLinux = existsSync('/proc/self/fd') ? it : it.skip
  onLinux('closes the file or connection of a stream that is not read to its end', async () => {
    await storage.put('half/a', randomBytes(3 * MB))
    const countDescriptors = () => readdirSync('/proc/self/fd').length
    const before = countDescriptors()
    const streams = await Promise.all(
      Array.from({ length: 20 }, async () => (await storage.get('half/a'))[Symbol.asyncIterator]()),
    )
    for (const stream of streams) expect((await stream.next()).value?.length).toBeGreaterThan(0)
    expect(countDescriptors()).toBeGreaterThan(before + 10)
    for (const stream of streams) await stream.return?.()
    await pollUntil('all descriptors are closed', () => expect(countDescriptors()).toBeLessThanOrEqual(before + 2))
  })
}

function* pieces(body: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}
