import { setTimeout } from 'node:timers/promises'
import type { Pieces } from '../storage.ts'

/** Lets no more bytes through in a second than it is told, over all that go at the same time. */
export class BytesPerSecond {
  private freeAt = 0
  constructor(private readonly rate: number) {}

  async *slow(pieces: Pieces): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      await this.take(piece.length)
      yield piece
    }
  }

  private async take(bytes: number): Promise<void> {
    if (this.rate === 0) return
    const now = performance.now()
    const wait = this.freeAt - now
    this.freeAt = Math.max(this.freeAt, now) + (bytes / this.rate) * 1000
    if (wait > 0) await setTimeout(wait)
  }
}
