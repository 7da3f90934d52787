import { type FileHandle, open } from 'node:fs/promises'
import { BLOCK, giveBack, takeBlock } from './spare-buffers.ts'

/** Writes a new file, readable by its owner alone, that is on the disk when this resolves; answers its size. */
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

/** Other first bytes in a file that is there, one change after the other on the disk. */
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
  const gathered = new GatheredWrites(file)
  try {
    for await (const piece of body) await gathered.add(piece)
    return await gathered.end()
  } finally {
    // The file must not be closed, nor a buffer used anew, under a write.
    await gathered.release()
  }
}

/** One buffer is written while the other is filled. Pieces are copied, as their giver may use them anew. */
class GatheredWrites {
  private size = 0
  private filled = 0
  private filling = takeBlock()
  private other = takeBlock()
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly file: FileHandle) {}

  async add(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + BLOCK - this.filled)
      this.filling.set(part, this.filled)
      this.filled += part.length
      at += part.length
      if (this.filled === BLOCK) await this.write()
    }
  }

  async end(): Promise<number> {
    await this.write()
    await this.writing
    return this.size
  }

  async release(): Promise<void> {
    await this.writing.catch(() => undefined)
    giveBack([this.filling, this.other])
  }

  private async write(): Promise<void> {
    await this.writing
    const full = this.filling.subarray(0, this.filled)
    this.writing = this.file.writeFile(full)
    // Whoever awaits it sees a failure; until then it must not count as unhandled.
    this.writing.catch(() => undefined)
    this.size += this.filled
    this.filled = 0
    ;[this.filling, this.other] = [this.other, this.filling]
  }
}
