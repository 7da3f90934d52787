import type { Client } from 'minio'
import { toBuffer } from '../storage.ts'

/** Size of the uploaded first part; S3 requires at least 5 MB for parts other than the last. */
const UPLOADED = 8 * 1024 * 1024
/** Size of the parts that the server copies; S3 allows at most 5 GB. */
const COPIED = 4 * 1024 ** 3

type Place = { client: Client; bucket: string; key: string }

/** Replaces the first bytes of an object. The server copies everything after the first part. */
export async function rewriteHead(target: Place, head: Uint8Array): Promise<void> {
  const { client, bucket, key } = target
  const { size, etag } = await client.statObject(bucket, key)
  const begin = await toBuffer(await client.getPartialObject(bucket, key, 0, Math.min(UPLOADED, size)))
  begin.set(head)
  if (size <= UPLOADED) return assertStored(key, await client.putObject(bucket, key, begin, begin.length))
  const uploadId = await client.initiateNewMultipartUpload(bucket, key, {})
  try {
    const parts = await sendParts(target, { uploadId, begin, size, etag })
    assertStored(key, await client.completeMultipartUpload(bucket, key, uploadId, parts))
  } catch (error) {
    await client.abortMultipartUpload(bucket, key, encodeURIComponent(uploadId)).catch(() => undefined)
    throw error
  }
}

type Upload = { uploadId: string; begin: Buffer; size: number; etag: string }

async function sendParts({ client, bucket, key }: Place, { uploadId, begin, size, etag }: Upload) {
  const address = { bucketName: bucket, objectName: key, uploadID: encodeURIComponent(uploadId) }
  const first = await client.uploadPart({ ...address, partNumber: 1, headers: {} }, begin)
  const parts = [{ part: 1, etag: first.etag }]
  for (let at = begin.length; at < size; at += COPIED) {
    const headers = {
      'x-amz-copy-source': `/${bucket}/${key}`,
      'x-amz-copy-source-range': `bytes=${at}-${Math.min(at + COPIED, size) - 1}`,
      // an object that replaces this one concurrently must not be mixed with the uploaded part
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
