import { setTimeout } from 'node:timers/promises'
import type { ByteStream } from '../storage.ts'
import { ThreadHash } from '../threads/thread-hash.ts'

/** Thrown if content does not have the expected hash. */
export class HashMismatch extends Error {
  override name = 'HashMismatch'
  constructor(expected: string, actual: string) {
    super(`expected content with the SHA-256 ${expected}, got ${actual}`)
  }
}

/** Yields the pieces unchanged. Throws HashMismatch after the last piece if the hash differs; the consumer must then discard all pieces. */
export async function* verifyHash(pieces: ByteStream, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = new ThreadHash()
  try {
    for await (const piece of pieces) {
      await hash.update(piece)
      yield piece
    }
    const actual = await hash.digest()
    if (actual !== sha256) throw new HashMismatch(sha256, actual)
  } finally {
    await hash.release()
  }
}

/** Limits the total rate of all streams that pass through this limiter. A rate of 0 means no limit. */
export class RateLimiter {
  private nextFreeAt = 0
  constructor(private readonly bytesPerSecond: number) {}

  async *limit(pieces: ByteStream): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      await this.waitFor(piece.length)
      yield piece
    }
  }

  private async waitFor(bytes: number): Promise<void> {
    if (this.bytesPerSecond === 0) return
    const now = performance.now()
    const waitMs = this.nextFreeAt - now
    this.nextFreeAt = Math.max(this.nextFreeAt, now) + (bytes / this.bytesPerSecond) * 1000
    if (waitMs > 0) await setTimeout(waitMs)
  }
}
