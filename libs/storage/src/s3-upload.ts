import type { Client } from 'minio'
import { type PutOptions, SizeMismatch } from './storage.ts'

type Pieces = AsyncIterable<Uint8Array> | Uint8Array[]
/** 10,000 parts of 8 MB: 80 GB per object. Two of them are in memory per upload. */
const PART_SIZE = 8 * 1024 * 1024
const FIRST_SIZE = 128 * 1024

/**
 * Sends a stream of unknown length holding two parts at most. The client's own putObject is not used for streams: it waits for
 * ever when the source fails, leaves the multipart upload behind, and resumes whatever upload of that key it finds.
 */
export class S3Upload {
  private uploadId = ''
  private readonly etags: { part: number; etag: string }[] = []
  private size = 0

  constructor(
    private readonly client: Client,
    private readonly bucket: string,
    private readonly key: string,
  ) {}

  async send(source: Pieces, { size: expected, ifAbsent }: PutOptions): Promise<{ size: number }> {
    let last = Buffer.alloc(0)
    let sending: Promise<void> | undefined
    try {
      for await (const { bytes, isLast } of parts(source)) {
        this.size += bytes.length
        await sending
        if (isLast) last = bytes
        else sending = quiet(this.sendPart(bytes))
      }
      await sending
      if (expected !== undefined && expected !== this.size) throw new SizeMismatch(this.key, expected, this.size)
      await this.finish(last, ifAbsent ? { 'If-None-Match': '*' } : {})
      return { size: this.size }
    } catch (error) {
      // An abort that overtakes a part would leave that part behind.
      await sending?.catch(() => undefined)
      await this.abort()
      throw error
    }
  }

  private async sendPart(body: Buffer): Promise<void> {
    this.uploadId ||= await this.client.initiateNewMultipartUpload(this.bucket, this.key, {})
    const partNumber = this.etags.length + 1
    const address = { bucketName: this.bucket, objectName: this.key, uploadID: encodeURIComponent(this.uploadId) }
    const { etag } = await this.client.uploadPart({ ...address, partNumber, headers: {} }, body)
    this.confirmed({ etag })
    this.etags.push({ part: partNumber, etag })
  }

  /** What fits into one part is one plain request. */
  private async finish(last: Buffer, condition: Record<string, string>): Promise<void> {
    if (this.uploadId === '')
      return this.confirmed(await this.client.putObject(this.bucket, this.key, last, last.length, condition))
    // Only what is small is ever put under a condition.
    if (Object.keys(condition).length > 0)
      throw new Error(`${this.key} is too large to be put only where there is none`)
    await this.sendPart(last)
    this.confirmed(await this.client.completeMultipartUpload(this.bucket, this.key, this.uploadId, this.etags))
  }

  /** Whoever answers 200 and names no ETag is not the store: a proxy's page, say. Nothing was kept then. */
  private confirmed({ etag }: { etag?: string | null }): void {
    if (!etag) throw new Error(`the object store did not confirm that it keeps ${this.key}`)
  }

  private async abort(): Promise<void> {
    if (this.uploadId === '') return
    // The cause is what the caller must see. A part that cannot be removed now falls to the bucket's rule for unfinished uploads.
    await this.client
      .abortMultipartUpload(this.bucket, this.key, encodeURIComponent(this.uploadId))
      .catch(() => undefined)
  }
}

/** The failure is seen by whoever awaits it; until then it must not count as unhandled. */
function quiet(work: Promise<void>): Promise<void> {
  work.catch(() => undefined)
  return work
}

/**
 * Blocks of PART_SIZE, the last one shorter. Pieces are copied, as their giver may use them anew. A full block is given only when
 * more is there, so that its taker knows the last one; its memory is used again when the one after the next is asked for.
 */
async function* parts(source: Pieces): AsyncGenerator<{ bytes: Buffer<ArrayBuffer>; isLast: boolean }> {
  let part = Buffer.alloc(0)
  let other: typeof part | undefined
  let filled = 0
  for await (const piece of source)
    for (let at = 0; at < piece.length;) {
      if (filled === PART_SIZE) {
        yield { bytes: part, isLast: false }
        const free = other ?? Buffer.allocUnsafeSlow(PART_SIZE)
        other = part
        part = free
        filled = 0
      } else if (filled === part.length) part = grown(part, filled)
      const fitting = piece.subarray(at, at + part.length - filled)
      part.set(fitting, filled)
      filled += fitting.length
      at += fitting.length
    }
  yield { bytes: part.subarray(0, filled), isLast: true }
}

/** Small objects, and most are, do not take a whole part's memory. */
function grown(part: Buffer<ArrayBuffer>, filled: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(part.length * 4, FIRST_SIZE), PART_SIZE))
  part.copy(larger, 0, 0, filled)
  return larger
}
