import { createHash } from 'node:crypto'
import { FILE_BLOCK_BYTES, allocateShared, BufferPool } from '../buffer-pool.ts'
import { type ByteThread, findLeastLoadedThread } from './byte-thread.ts'

const blocks = new BufferPool(FILE_BLOCK_BYTES, 16, allocateShared)
let nextStreamId = 0

/** Computes the SHA-256 of a stream, in a worker thread unless the stream fits into one block. Call `release` at the end. */
export class ThreadHash {
  private readonly streamId = nextStreamId++
  private thread: ByteThread | undefined
  private fillingBuffer = blocks.take()
  private hashingBuffer = blocks.take()
  private filledBytes = 0
  private lastUpdate: Promise<unknown> = Promise.resolve()

  async update(piece: Uint8Array): Promise<void> {
    for (let offset = 0; offset < piece.length;) {
      if (this.filledBytes === FILE_BLOCK_BYTES) await this.send()
      const part = piece.subarray(offset, offset + FILE_BLOCK_BYTES - this.filledBytes)
      this.fillingBuffer.set(part, this.filledBytes)
      this.filledBytes += part.length
      offset += part.length
    }
  }

  async digest(): Promise<string> {
    if (!this.thread) return createHash('sha256').update(this.fillingBuffer.subarray(0, this.filledBytes)).digest('hex')
    await this.send()
    await this.lastUpdate
    return String(await this.thread.work({ kind: 'digest', streamId: this.streamId }))
  }

  async release(): Promise<void> {
    await this.lastUpdate.catch(() => undefined)
    blocks.put(this.fillingBuffer)
    blocks.put(this.hashingBuffer)
    if (!this.thread) return
    this.thread.streamIds.delete(this.streamId)
    // The message is also sent after `digest`, so that the thread checks whether it can end.
    await this.thread.work({ kind: 'discard', streamId: this.streamId }).catch(() => undefined)
  }

  private async send(): Promise<void> {
    await this.lastUpdate
    this.thread ??= this.joinThread()
    const [block, bytes] = [this.fillingBuffer, this.filledBytes]
    this.lastUpdate = this.thread.work({ kind: 'hash', streamId: this.streamId, block, bytes })
    ;[this.fillingBuffer, this.hashingBuffer] = [this.hashingBuffer, this.fillingBuffer]
    this.filledBytes = 0
  }

  private joinThread(): ByteThread {
    const thread = findLeastLoadedThread()
    thread.streamIds.add(this.streamId)
    return thread
  }
}
