import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import type { ArchiveManifest } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'

export type ArchivePart = ArchiveManifest['parts'][number]

/** Streams a part of an archive to a store as compressed JSON lines. */
export class PartWriter {
  private readonly gzip = createGzip({ level: 4 })
  private readonly hash = createHash('sha256')
  private readonly storedObject: Promise<{ size: number }>
  private readonly name: string
  private readonly key: string
  private failure: unknown
  private lineCount = 0

  constructor(store: Storage, { name, key }: Pick<ArchivePart, 'name' | 'key'>) {
    this.name = name
    this.key = key
    this.storedObject = store.put(key, this.hashChunks())
    this.storedObject.catch((error: unknown) => {
      this.failure = error
      this.gzip.destroy()
    })
    // The error is ignored here, because `write` and `end` throw the error of the store.
    this.gzip.on('error', () => undefined)
  }

  async write(lines: unknown[]): Promise<void> {
    if (this.failure) throw this.failure
    if (lines.length === 0) return
    this.lineCount += lines.length
    const text = lines.map(line => `${JSON.stringify(line)}\n`).join('')
    if (!this.gzip.write(text)) await Promise.race([once(this.gzip, 'drain'), this.storedObject])
  }

  async end(): Promise<ArchivePart> {
    this.gzip.end()
    const { size } = await this.storedObject
    return { name: this.name, key: this.key, sha256: this.hash.digest('hex'), size, lines: this.lineCount }
  }

  /** Stops writing. The store discards the incomplete object. */
  async abandon(): Promise<void> {
    this.gzip.destroy(new Error('writing the archive was aborted'))
    await this.storedObject.catch(() => undefined)
  }

  private async *hashChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.gzip as AsyncIterable<Buffer>) {
      this.hash.update(chunk)
      yield chunk
    }
  }
}
