import type { Client } from 'minio'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  type ObjectEntry,
  ObjectExists,
  ObjectMissing,
  type ObjectStat,
  type ByteStream,
  type PutBody,
  type PutOptions,
  StorageDriver,
  StorageFull,
} from '../storage.ts'
import { rewriteHead, S3Upload } from './s3-upload.ts'

/** Timeout of a silent connection. It ends requests to a store that accepts a connection and does not respond. */
const SOCKET_TIMEOUT_MS = 60_000
const AGENT_OPTIONS = { keepAlive: true, maxSockets: 128, timeout: SOCKET_TIMEOUT_MS }

/** Destroys a socket on timeout. Node only emits an event, which the minio client does not handle. */
function destroyOnTimeout(socket: Socket): void {
  socket.on('timeout', () =>
    socket.destroy(new Error(`the object store did not respond for ${SOCKET_TIMEOUT_MS / 1000} s`)),
  )
}

function createKeepAliveAgent(secure: boolean): HttpAgent {
  const agent = secure ? new HttpsAgent(AGENT_OPTIONS) : new HttpAgent(AGENT_OPTIONS)
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback)
    if (socket) destroyOnTimeout(socket as Socket)
    return socket
  }
  return agent
}

type S3Settings = {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
  pathStyle: boolean
}

type UnfinishedUpload = { key: string; uploadId: string; initiated: Date }
/** Age at which unfinished uploads are considered abandoned and are removed. */
const UNFINISHED_AFTER_MS = 24 * 3600_000

/** Error codes of S3 servers; the client reads `code` from the XML or derives it from the status. */
const MISSING_OBJECT_CODES = ['NoSuchKey', 'NotFound', 'NoSuchObject']
const KEY_EXISTS_CODE = 'PreconditionFailed'
const CONDITION_UNSUPPORTED_CODE = 'NotImplemented'
const STORAGE_FULL_CODES = [
  'XMinioStorageFull',
  'InsufficientStorage',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
]

/** Stores objects on any S3 server, through the `minio` client. */
export class S3Storage extends StorageDriver {
  private readonly client: Client
  private readonly bucket: string
  private readonly region: string
  private preparation?: Promise<void>

  constructor(settings: S3Settings) {
    super()
    const url = new URL(settings.endpoint)
    const useSSL = url.protocol === 'https:'
    this.bucket = settings.bucket
    this.region = settings.region
    // The client is loaded only if it is needed, because it takes 11 MB of heap.
    const minio = createRequire(import.meta.url)('minio') as typeof import('minio')
    this.client = new minio.Client({
      endPoint: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      useSSL,
      accessKey: settings.accessKey,
      secretKey: settings.secretKey,
      region: settings.region,
      pathStyle: settings.pathStyle,
      transportAgent: createKeepAliveAgent(useSSL),
    })
  }

  async put(key: string, body: PutBody, options: PutOptions = {}): Promise<{ size: number }> {
    checkKey(key)
    try {
      await this.prepare()
      return await new S3Upload(this.client, this.bucket, key).send(toPieces(body), options)
    } catch (error) {
      if (codeOf(error) === KEY_EXISTS_CODE) throw new ObjectExists(key)
      if (options.ifAbsent && codeOf(error) === CONDITION_UNSUPPORTED_CODE) return this.putUnlessFound(key, body)
      throw STORAGE_FULL_CODES.includes(codeOf(error)) ? new StorageFull(key, error) : error
    }
  }

  /** Stores an object if its key is unused, on servers without conditional writes. Two concurrent writers may both succeed. */
  private async putUnlessFound(key: string, body: PutBody): Promise<{ size: number }> {
    const isKeyUnused = await this.stat(key).then(
      () => false,
      error => error instanceof ObjectMissing,
    )
    if (!isKeyUnused) throw new ObjectExists(key)
    return this.put(key, body)
  }

  async get(key: string, range?: ByteRange): Promise<ByteStream> {
    checkKey(key)
    const response = range
      ? this.client.getPartialObject(this.bucket, key, range.start, range.end - range.start + 1)
      : this.client.getObject(this.bucket, key)
    return response.catch(toObjectMissing(key))
  }

  async stat(key: string): Promise<ObjectStat> {
    const { size, lastModified } = await this.client.statObject(this.bucket, checkKey(key)).catch(toObjectMissing(key))
    return { size, modified: lastModified }
  }

  async move(from: string, to: string): Promise<void> {
    checkKey(to)
    await this.client.copyObject(this.bucket, to, `/${this.bucket}/${checkKey(from)}`).catch(toObjectMissing(from))
    await this.remove([from])
  }

  async rewriteHead(key: string, steps: Uint8Array[]): Promise<void> {
    const head = steps.at(-1)
    if (head)
      await rewriteHead({ client: this.client, bucket: this.bucket, key: checkKey(key) }, head).catch(
        toObjectMissing(key),
      )
  }

  async remove(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    const results = await this.client.removeObjects(this.bucket, keys.map(checkKey))
    const failure = results.find(result => result?.Error && !MISSING_OBJECT_CODES.includes(String(result.Error.Code)))
    if (failure) throw new Error(`objects could not be removed: ${failure.Error?.Code} ${failure.Error?.Message}`)
  }

  async *list(prefix: string, after?: string): AsyncGenerator<ObjectEntry> {
    for await (const object of this.client.listObjectsV2(this.bucket, checkPrefix(prefix), true, after)) {
      const { name, size, lastModified } = object as { name: string; size: number; lastModified: Date }
      yield { key: name, size, modified: lastModified }
    }
  }

  async ready(): Promise<void> {
    const isFirstCall = this.preparation === undefined
    await this.prepare()
    // A bucket that disappears at runtime is an error; creating an empty one would hide it.
    if (!isFirstCall && !(await this.client.bucketExists(this.bucket)))
      throw new Error(`the bucket ${this.bucket} is gone`)
  }

  private prepare(): Promise<void> {
    this.preparation ??= this.openBucket().catch(error => {
      this.preparation = undefined
      throw error
    })
    return this.preparation
  }

  private async openBucket(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) await this.removeUnfinished()
    else await this.makeBucket()
  }

  /** Removes parts that killed processes left behind. Such parts use space and do not appear in listings. */
  private async removeUnfinished(): Promise<void> {
    for await (const { key, uploadId, initiated } of this.client.listIncompleteUploads(
      this.bucket,
      '',
      true,
    ) as AsyncIterable<UnfinishedUpload>)
      if (Date.now() - initiated.getTime() > UNFINISHED_AFTER_MS)
        await this.client.abortMultipartUpload(this.bucket, key, encodeURIComponent(uploadId))
  }

  private async makeBucket(): Promise<void> {
    try {
      await this.client.makeBucket(this.bucket, this.region)
    } catch (error) {
      // The error is ignored if another service of the installation created the bucket first.
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error
    }
  }
}

const toPieces = (body: PutBody): ByteStream | Uint8Array[] => (body instanceof Uint8Array ? [body] : body)
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
const toObjectMissing =
  (key: string) =>
  (error: unknown): never => {
    throw MISSING_OBJECT_CODES.includes(codeOf(error)) ? new ObjectMissing(key) : error
  }
