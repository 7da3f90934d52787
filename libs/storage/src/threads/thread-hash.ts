import { createHash } from 'node:crypto'
import { BLOCK, sharedMemory, SpareBuffers } from '../spare-buffers.ts'
import type { ByteThread } from './byte-thread.ts'
import { byteThread } from './byte-threads.ts'

const blocks = new SpareBuffers(BLOCK, 16, sharedMemory)
let streams = 0

/** SHA-256 of a stream, made in another thread; what fits in a block is not worth the way. Has to be released. */
export class ThreadHash {
  private readonly stream = streams++
  private thread: ByteThread | undefined
  private filling = blocks.take()
  private other = blocks.take()
  private filled = 0
  private hashing: Promise<unknown> = Promise.resolve()

  async update(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length;) {
      if (this.filled === BLOCK) await this.send()
      const part = piece.subarray(at, at + BLOCK - this.filled)
      this.filling.set(part, this.filled)
      this.filled += part.length
      at += part.length
    }
  }

  async digest(): Promise<string> {
    if (!this.thread) return createHash('sha256').update(this.filling.subarray(0, this.filled)).digest('hex')
    await this.send()
    await this.hashing
    return String(await this.thread.work({ what: 'digest', stream: this.stream }))
  }

  async release(): Promise<void> {
    await this.hashing.catch(() => undefined)
    blocks.giveBack(this.filling)
    blocks.giveBack(this.other)
    if (!this.thread) return
    this.thread.streams.delete(this.stream)
    // also when it has answered: the thread may go when nobody needs it
    await this.thread.work({ what: 'forget', stream: this.stream }).catch(() => undefined)
  }

  private async send(): Promise<void> {
    await this.hashing
    this.thread ??= this.found()
    const [block, bytes] = [this.filling, this.filled]
    this.hashing = this.thread.work({ what: 'hash', stream: this.stream, block, bytes })
    ;[this.filling, this.other] = [this.other, this.filling]
    this.filled = 0
  }

  private found(): ByteThread {
    const thread = byteThread()
    thread.streams.add(this.stream)
    return thread
  }
}
