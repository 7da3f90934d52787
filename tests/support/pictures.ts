import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'

export type Picture = { name: string; bytes: Buffer; sha256: string }

/** Noise is slow to create, so only this many pictures differ in their content; the others differ in a comment. */
const DISTINCT_CONTENTS = 8

/** Creates distinct real JPEGs of a few hundred kilobytes. */
export async function pictures(count: number): Promise<Picture[]> {
  const contents = await Promise.all(Array.from({ length: Math.min(count, DISTINCT_CONTENTS) }, (_, i) => noiseJpeg(i)))
  return Array.from({ length: count }, (_, i) => {
    const bytes = withComment(contents[i % DISTINCT_CONTENTS] ?? Buffer.of(), `fault ${i}`)
    return { name: `fault-${i}.jpg`, bytes, sha256: sha256(bytes) }
  })
}

/** A file of random bytes that begins like a JPEG. It can be uploaded, but has no variants. */
export const brokenJpeg = (size: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(size - 4)])

const noiseJpeg = (i: number): Promise<Buffer> => {
  const noise = { type: 'gaussian' as const, mean: 90 + i * 10, sigma: 20 + i }
  const create = { width: 900 + i, height: 600, channels: 3 as const, background: '#888', noise }
  return sharp({ create }).jpeg({ quality: 82 }).toBuffer()
}

/** Inserts a comment after the start marker. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 2 + text.length])
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)])
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
