import { createHash, randomBytes } from 'node:crypto'
import { hashed, HashMismatch, whole } from '../src/index.ts'
import { BLOCK } from '../src/spare-buffers.ts'
import { byteThread } from '../src/threads/byte-threads.ts'

async function* inPieces(body: Buffer, size: number): AsyncGenerator<Buffer> {
  // lent, as pieces of files are: what comes next overwrites it
  const lent = Buffer.alloc(size)
  for (let at = 0; at < body.length; at += size) yield lent.subarray(0, body.copy(lent, 0, at, at + size))
}
const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

it('L-MKT-10 streams that are hashed beside each other are passed on as they are, whatever their size', async () => {
  const sizes = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7, 5_000_000]
  await Promise.all(
    sizes.flatMap(size =>
      [70_000, BLOCK, 2 * BLOCK].map(async piece => {
        const body = randomBytes(size)
        expect((await whole(hashed(inPieces(body, piece), sha256(body)))).equals(body)).toBe(true)
        await expect(
          whole(hashed(inPieces(body, piece), sha256(Buffer.from('something else')))),
        ).rejects.toBeInstanceOf(HashMismatch)
      }),
    ),
  )
})

it('L-MKT-10 who leaves a stream early leaves nothing behind in its thread', async () => {
  const body = randomBytes(4 * BLOCK)
  for await (const piece of hashed(inPieces(body, BLOCK), sha256(body))) if (piece[0] !== undefined) break
  const thread = byteThread()
  expect([thread.load, thread.streams.size]).toEqual([0, 0])
})

it('L-MKT-11 work of a thread that ended fails, and the next work has another', async () => {
  const thread = byteThread()
  const bad = thread.work({ what: 'cipher', block: Buffer.alloc(1) } as never)
  await expect(bad).rejects.toThrow()
  expect(byteThread()).not.toBe(thread)
  const body = randomBytes(3 * BLOCK)
  expect((await whole(hashed(inPieces(body, BLOCK), sha256(body)))).equals(body)).toBe(true)
})
