import { createHash, randomBytes } from 'node:crypto'
import { verifyHash, HashMismatch, toBuffer } from '../src/index.ts'
import { FILE_BLOCK_BYTES } from '../src/buffer-pool.ts'
import { findLeastLoadedThread } from '../src/threads/byte-thread.ts'

async function* inPieces(body: Buffer, size: number): AsyncGenerator<Buffer> {
  // the next piece overwrites the buffer, as for pieces of files
  const lent = Buffer.alloc(size)
  for (let at = 0; at < body.length; at += size) yield lent.subarray(0, body.copy(lent, 0, at, at + size))
}
const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

it('L-MKT-10 concurrent streams of any size are hashed and passed on unchanged', async () => {
  const sizes = [
    0,
    1,
    FILE_BLOCK_BYTES - 1,
    FILE_BLOCK_BYTES,
    FILE_BLOCK_BYTES + 1,
    3 * FILE_BLOCK_BYTES + 7,
    5_000_000,
  ]
  await Promise.all(
    sizes.flatMap(size =>
      [70_000, FILE_BLOCK_BYTES, 2 * FILE_BLOCK_BYTES].map(async piece => {
        const body = randomBytes(size)
        expect((await toBuffer(verifyHash(inPieces(body, piece), sha256(body)))).equals(body)).toBe(true)
        await expect(
          toBuffer(verifyHash(inPieces(body, piece), sha256(Buffer.from('something else')))),
        ).rejects.toBeInstanceOf(HashMismatch)
      }),
    ),
  )
})

it('L-MKT-10 a stream that is not read to its end leaves no state in its thread', async () => {
  const body = randomBytes(4 * FILE_BLOCK_BYTES)
  for await (const piece of verifyHash(inPieces(body, FILE_BLOCK_BYTES), sha256(body)))
    if (piece[0] !== undefined) break
  const thread = findLeastLoadedThread()
  expect([thread.load, thread.streamIds.size]).toEqual([0, 0])
})

it('L-MKT-11 pending work of a crashed thread fails, and later work uses another thread', async () => {
  const thread = findLeastLoadedThread()
  const bad = thread.work({ kind: 'cipher', block: Buffer.alloc(1) } as never)
  await expect(bad).rejects.toThrow()
  expect(findLeastLoadedThread()).not.toBe(thread)
  const body = randomBytes(3 * FILE_BLOCK_BYTES)
  expect((await toBuffer(verifyHash(inPieces(body, FILE_BLOCK_BYTES), sha256(body)))).equals(body)).toBe(true)
})
