import type { Client } from 'minio'
import { type PutOptions, SizeMismatch, toBuffer } from '../storage.ts'

type ByteSource = AsyncIterable<Uint8Array> | Uint8Array[]
/** Size of a part. S3 allows 10,000 parts, so an object can have 80 GB. Two parts of an upload are in memory. */
const PART_BYTES = 8 * 1024 * 1024
const INITIAL_BUFFER_BYTES = 128 * 1024

/**
 * Uploads a stream of unknown length with at most two parts in memory. It does not use the client's putObject, which never settles when
 * the source fails, leaves the multipart upload behind, and resumes any unfinished upload of the same key.
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

  async send(source: ByteSource, { size: expectedSize, ifAbsent }: PutOptions): Promise<{ size: number }> {
    let lastPart = Buffer.alloc(0)
    let pendingPart: Promise<void> | undefined
    try {
      for await (const { bytes, isLast } of splitIntoParts(source)) {
        this.size += bytes.length
        await pendingPart
        if (isLast) lastPart = bytes
        else pendingPart = markAsHandled(this.sendPart(bytes))
      }
      await pendingPart
      if (expectedSize !== undefined && expectedSize !== this.size)
        throw new SizeMismatch(this.key, expectedSize, this.size)
      await this.finish(lastPart, ifAbsent ? { 'If-None-Match': '*' } : {})
      return { size: this.size }
    } catch (error) {
      // Waits for the running part, because an abort before its end would leave it behind.
      await pendingPart?.catch(() => undefined)
      await this.abort()
      throw error
    }
  }

  private async sendPart(body: Buffer): Promise<void> {
    this.uploadId ||= await this.client.initiateNewMultipartUpload(this.bucket, this.key, {})
    const partNumber = this.etags.length + 1
    const address = { bucketName: this.bucket, objectName: this.key, uploadID: encodeURIComponent(this.uploadId) }
    const { etag } = await this.client.uploadPart({ ...address, partNumber, headers: {} }, body)
    this.assertStored({ etag })
    this.etags.push({ part: partNumber, etag })
  }

  /** An object that fits into one part is sent in one plain request. */
  private async finish(lastPart: Buffer, condition: Record<string, string>): Promise<void> {
    if (this.uploadId === '')
      return this.assertStored(await this.client.putObject(this.bucket, this.key, lastPart, lastPart.length, condition))
    // Conditional writes are implemented for single requests only, because callers use them for small objects.
    if (Object.keys(condition).length > 0) throw new Error(`${this.key} is too large for a conditional write`)
    await this.sendPart(lastPart)
    this.assertStored(await this.client.completeMultipartUpload(this.bucket, this.key, this.uploadId, this.etags))
  }

  /**
   * Throws if a response with status 200 has no ETag. Such a response does not come from the store but, for example, from a proxy, and the
   * object was not stored.
   */
  private assertStored({ etag }: { etag?: string | null }): void {
    if (!etag) throw new Error(`the object store did not confirm that it stored ${this.key}`)
  }

  private async abort(): Promise<void> {
    if (this.uploadId === '') return
    // Errors are ignored, so that the caller receives the original error. Remaining parts are removed by `removeUnfinished` or a bucket
    // rule.
    await this.client
      .abortMultipartUpload(this.bucket, this.key, encodeURIComponent(this.uploadId))
      .catch(() => undefined)
  }
}

/** Prevents an unhandled rejection until the caller awaits `work`, which then reports the failure. */
function markAsHandled(work: Promise<void>): Promise<void> {
  work.catch(() => undefined)
  return work
}

/**
 * Splits a stream into parts of PART_BYTES; the last part may be shorter. The pieces of the stream are copied, because their producer may
 * reuse the memory. A full part is yielded only when more bytes follow, so that `isLast` is known. Its memory is reused two parts later.
 */
async function* splitIntoParts(source: ByteSource): AsyncGenerator<{ bytes: Buffer<ArrayBuffer>; isLast: boolean }> {
  let part = Buffer.alloc(0)
  let previousPart: typeof part | undefined
  let filled = 0
  for await (const piece of source)
    for (let offset = 0; offset < piece.length;) {
      if (filled === PART_BYTES) {
        yield { bytes: part, isLast: false }
        const reusedPart = previousPart ?? Buffer.allocUnsafeSlow(PART_BYTES)
        previousPart = part
        part = reusedPart
        filled = 0
      } else if (filled === part.length) part = growBuffer(part, filled)
      const fitting = piece.subarray(offset, offset + part.length - filled)
      part.set(fitting, filled)
      filled += fitting.length
      offset += fitting.length
    }
  yield { bytes: part.subarray(0, filled), isLast: true }
}

/** Grows the buffer in steps, because most objects are much smaller than a part. */
function growBuffer(part: Buffer<ArrayBuffer>, filled: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(part.length * 4, INITIAL_BUFFER_BYTES), PART_BYTES))
  part.copy(larger, 0, 0, filled)
  return larger
}

/** Size of the uploaded first part; S3 requires at least 5 MB for parts other than the last. */
const UPLOADED_PART_BYTES = 8 * 1024 * 1024
/** Size of the parts that the server copies; S3 allows at most 5 GB. */
const COPIED_PART_BYTES = 4 * 1024 ** 3

type ObjectLocation = { client: Client; bucket: string; key: string }

/** Replaces the first bytes of an object. The server copies everything after the first part. */
export async function rewriteHead(target: ObjectLocation, head: Uint8Array): Promise<void> {
  const { client, bucket, key } = target
  const { size, etag } = await client.statObject(bucket, key)
  const firstPart = await toBuffer(await client.getPartialObject(bucket, key, 0, Math.min(UPLOADED_PART_BYTES, size)))
  firstPart.set(head)
  if (size <= UPLOADED_PART_BYTES)
    return assertStored(key, await client.putObject(bucket, key, firstPart, firstPart.length))
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, {})
  try {
    const parts = await sendParts(target, { uploadId, firstPart, size, etag })
    assertStored(key, await client.completeMultipartUpload(bucket, key, uploadId, parts))
  } catch (error) {
    await client.abortMultipartUpload(bucket, key, encodeURIComponent(uploadId)).catch(() => undefined)
    throw error
  }
}

type Upload = { uploadId: string; firstPart: Buffer; size: number; etag: string }

async function sendParts({ client, bucket, key }: ObjectLocation, { uploadId, firstPart, size, etag }: Upload) {
  const address = { bucketName: bucket, objectName: key, uploadID: encodeURIComponent(uploadId) }
  const first = await client.uploadPart({ ...address, partNumber: 1, headers: {} }, firstPart)
  const parts = [{ part: 1, etag: first.etag }]
  for (let offset = firstPart.length; offset < size; offset += COPIED_PART_BYTES) {
    const headers = {
      'x-amz-copy-source': `/${bucket}/${key}`,
      'x-amz-copy-source-range': `bytes=${offset}-${Math.min(offset + COPIED_PART_BYTES, size) - 1}`,
      // An object that replaces this one at the same time must not be mixed with the uploaded part.
      'x-amz-copy-source-if-match': etag,
    }
    const copied = await client.uploadPart({ ...address, partNumber: parts.length + 1, headers })
    parts.push({ part: parts.length + 1, etag: copied.etag })
  }
  return parts
}

function assertStored(key: string, { etag }: { etag?: string | null }): void {
  if (!etag) throw new Error(`the object store did not confirm that it stored ${key}`)
}
