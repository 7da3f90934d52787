import type { Pieces } from '../storage.ts'
import { ThreadHash } from '../threads/thread-hash.ts'

/** What was read is not what it is known as. */
export class HashMismatch extends Error {
  override name = 'HashMismatch'
  constructor(expected: string, actual: string) {
    super(`expected contents with the SHA-256 ${expected}, got ${actual}`)
  }
}

/** Passes pieces on; throws HashMismatch instead of ending where they were others, so that nothing of them is kept. */
export async function* hashed(pieces: Pieces, sha256: string): AsyncGenerator<Uint8Array> {
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
