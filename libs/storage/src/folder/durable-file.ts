import { type FileHandle, open } from 'node:fs/promises'
import { FILE_BLOCK_BYTES, releaseBlocks, takeBlock } from '../buffer-pool.ts'

/** Writes a new file with mode 0600 and syncs it to disk; returns its size. */
export async function writeDurably(path: string, body: AsyncIterable<Uint8Array> | Uint8Array): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    const size = body instanceof Uint8Array ? await writeWhole(file, body) : await writePieces(file, body)
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** Overwrites the beginning of an existing file; each step is synced to disk before the next. */
export async function overwriteDurably(path: string, steps: Uint8Array[]): Promise<void> {
  const file = await open(path, 'r+')
  try {
    for (const step of steps) {
      await file.write(step, 0, step.length, 0)
      await file.datasync()
    }
  } finally {
    await file.close()
  }
}

async function writeWhole(file: FileHandle, body: Uint8Array): Promise<number> {
  await file.writeFile(body)
  return body.length
}

async function writePieces(file: FileHandle, body: AsyncIterable<Uint8Array>): Promise<number> {
  const writer = new DoubleBufferedWriter(file)
  try {
    for await (const piece of body) await writer.add(piece)
    return await writer.end()
  } finally {
    // The file must not be closed and buffers must not be reused during a write.
    await writer.release()
  }
}

/**
 * Writes one buffer while the other is filled. Small pieces are copied, because their producer may reuse the memory. A piece that is larger
 * than a buffer is written directly, and its producer waits until it is written.
 */
class DoubleBufferedWriter {
  private size = 0
  private filledBytes = 0
  private fillingBuffer = takeBlock()
  private writingBuffer = takeBlock()
  private lastWrite: Promise<void> = Promise.resolve()

  constructor(private readonly file: FileHandle) {}

  async add(piece: Uint8Array): Promise<void> {
    if (piece.length >= FILE_BLOCK_BYTES) return this.writeDirectly(piece)
    for (let offset = 0; offset < piece.length;) {
      const part = piece.subarray(offset, offset + FILE_BLOCK_BYTES - this.filledBytes)
      this.fillingBuffer.set(part, this.filledBytes)
      this.filledBytes += part.length
      offset += part.length
      if (this.filledBytes === FILE_BLOCK_BYTES) await this.write()
    }
  }

  async end(): Promise<number> {
    await this.write()
    await this.lastWrite
    return this.size
  }

  async release(): Promise<void> {
    await this.lastWrite.catch(() => undefined)
    releaseBlocks([this.fillingBuffer, this.writingBuffer])
  }

  private async writeDirectly(piece: Uint8Array): Promise<void> {
    if (this.filledBytes > 0) await this.write()
    await this.lastWrite
    await this.file.writeFile(piece)
    this.size += piece.length
  }

  private async write(): Promise<void> {
    await this.lastWrite
    const full = this.fillingBuffer.subarray(0, this.filledBytes)
    this.lastWrite = this.file.writeFile(full)
    // A failure is reported when it is awaited; until then it must not count as unhandled.
    this.lastWrite.catch(() => undefined)
    this.size += this.filledBytes
    this.filledBytes = 0
    ;[this.fillingBuffer, this.writingBuffer] = [this.writingBuffer, this.fillingBuffer]
  }
}
