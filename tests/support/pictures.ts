import { createHash } from 'node:crypto'
import sharp from 'sharp'

export type Picture = { name: string; bytes: Buffer; sha256: string }

/** Distinct real JPEGs of a few hundred kilobytes, made here. */
export function pictures(count: number): Promise<Picture[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const noise = { type: 'gaussian' as const, mean: 90 + (i % 80), sigma: 20 + (i % 7) }
      const bytes = await sharp({
        create: { width: 900 + (i % 50), height: 600, channels: 3, background: '#888', noise },
      })
        .jpeg({ quality: 82 })
        .toBuffer()
      return { name: `fault-${i}.jpg`, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
