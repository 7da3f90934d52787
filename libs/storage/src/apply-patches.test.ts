import { randomBytes, randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { toBuffer } from './storage.ts'
import type { Patches } from '@daymark/contracts'
import { applyPatches } from './apply-patches.ts'

const original = randomBytes(5000)
const patches: Patches = [
  [0, Buffer.from('first').toString('base64')],
  [990, 1500, 0x20],
  [2490, Buffer.from('next').toString('base64')],
  [4990, 10, 0],
]
const expected = Buffer.from(original)
expected.write('first', 0)
expected.fill(0x20, 990, 2490)
expected.write('next', 2490)
expected.fill(0, 4990)

const chunks = (content: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, i) => content.subarray(i * size, (i + 1) * size))
const stream = (content: Buffer, size: number) =>
  Readable.from(chunks(Buffer.from(content), size), { objectMode: false })

describe('a patched object', () => {
  it.each([1, 7, 64, 989, 1000, 5000])('rule 38 has the same bytes for chunks of %d bytes', async size => {
    expect((await toBuffer(applyPatches(stream(original, size), patches))).equals(expected)).toBe(true)
  })

  it('rule 38 has the same bytes in shared memory', async () => {
    const large = randomBytes(200_000)
    const shared = Buffer.from(new SharedArrayBuffer(large.length))
    large.copy(shared)
    const pieces = applyPatches(Readable.from([shared]), [[100, 150_000, 0x20]])
    expect((await toBuffer(pieces)).equals(Buffer.from(large).fill(0x20, 100, 150_100))).toBe(true)
  })

  it('rule 38 returns the same bytes for a range as for the whole object', async () => {
    for (let round = 0; round < 300; round++) {
      const start = randomInt(0, original.length)
      const end = randomInt(start, original.length) + 1
      const part = original.subarray(start, end)
      const [streamed, at] = [applyPatches(stream(part, 100), patches, start), applyPatches(part, patches, start)]
      expect((await toBuffer(streamed)).equals(expected.subarray(start, end))).toBe(true)
      expect(Buffer.from(at).equals(expected.subarray(start, end))).toBe(true)
    }
  })

  it('does not change the given buffer, which may be shared', () => {
    const shared = Buffer.from(original)
    applyPatches(shared, patches)
    expect(shared.equals(original)).toBe(true)
  })

  it('returns the input if there are no patches', () => {
    const source = stream(original, 100)
    expect([applyPatches(source), applyPatches(source, [])]).toEqual([source, source])
    expect(applyPatches(original)).toBe(original)
  })

  it('closes its source when the consumer stops early', async () => {
    const source = stream(original, 100)
    for await (const chunk of applyPatches(source, patches)) if (chunk) break
    expect(source.destroyed).toBe(true)
  })

  it('fails when its source fails', async () => {
    const source = new Readable({ read: () => source.destroy(new Error('disk gone')) })
    await expect(toBuffer(applyPatches(source, patches))).rejects.toThrow('disk gone')
  })
})
