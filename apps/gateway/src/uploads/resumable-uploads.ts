import {
  plainAndEncryptedKey,
  errors,
  keyEncryptedLike,
  plainKey,
  PARTIAL_UPLOAD_LIMITS,
  HOUR_MS,
} from '@daymark/contracts'
import { type ObjectEntry, ObjectMissing, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { createHash } from 'node:crypto'
import { setTimeout as delay, setImmediate as afterSocketReads } from 'node:timers/promises'

/** `key` is the object that contains the start of the file. */
type ResumableUploadOptions = { request: Request; storage: Storage; partialKey: string; key?: string; offset: number }

/** A request that may continue an interrupted upload, and may itself be continued later. */
export class ResumableUpload {
  /** The error that interrupted the connection. If it is set, `readFromStart` yielded only the start of the file. */
  connectionError?: unknown
  readonly partialKey: string
  readonly offset: number
  private readonly storedKey: string
  private readonly request: Request
  private readonly storage: Storage

  constructor({ request, storage, partialKey, key = partialKey, offset }: ResumableUploadOptions) {
    this.request = request
    this.storage = storage
    this.partialKey = partialKey
    this.storedKey = key
    this.offset = offset
  }

  /** Yields the file from its first byte: the stored start, then the arriving bytes. Ends early if the connection is interrupted. */
  async *readFromStart(incoming: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield* this.readStoredStart()
    try {
      yield* incoming
    } catch (error) {
      if (!this.isInterrupted()) throw error
      this.connectionError = error
    }
  }

  /**
   * Yields the first `offset` bytes. Throws UPLOAD_OFFSET if fewer are stored, because another process may have replaced the stored start
   * since the offset was read.
   */
  private async *readStoredStart(): AsyncGenerator<Buffer> {
    if (this.offset === 0) return
    let readBytes = 0
    for await (const { buffer, byteOffset, byteLength } of await this.storage.get(this.storedKey, {
      start: 0,
      end: this.offset - 1,
    })) {
      readBytes += byteLength
      yield Buffer.from(buffer, byteOffset, byteLength)
    }
    if (readBytes < this.offset) throw errors.UPLOAD_OFFSET({ offset: readBytes })
  }

  /** Whether the client disconnected. */
  isInterrupted(): boolean {
    return !this.request.complete
  }

  async removePartial(): Promise<void> {
    await this.storage.remove(plainAndEncryptedKey(this.partialKey))
  }
}

const PARTIALS_PREFIX = 'partials/'
/** Maximum number of interrupted uploads per owner, and for all guests of an owner together. Beyond it, the oldest are removed. */
const MAX_PARTIALS = 20
/** A connection without new bytes for one interval counts as interrupted. */
const CHECK_INTERVAL_MS = 200
/** Maximum number of checks while bytes still arrive. After the last one, the connection counts as interrupted. */
const MAX_SOCKET_CHECKS = 10
/** Additional checks while received bytes wait for a slow store. */
const MAX_BACKLOG_CHECKS = 150

/**
 * Interrupted uploads of the same `limitGroup` (an owner, or all guests of an owner) are limited together. `prefix` separates the keys of
 * guests.
 */
export type PartialScope = { limitGroup: string; prefix?: string }
type ReservationOwner = { release(partialKeys: string[]): Promise<unknown> }
type RunningUpload = { request: Request; ended: Promise<void> }

/**
 * Interrupted uploads of large files. The received start of a file is stored as an object until the client continues the upload or the
 * object expires. The library service counts it towards the quota (`reservation` in the calls that authorize). Only the owner can find
 * the object, by the key of the upload.
 */
@Injectable()
export class ResumableUploads {
  private readonly runningUploads = new Map<string, RunningUpload>()

  constructor(private readonly storage: Storage) {}

  /**
   * Runs one request of an upload at a time in this process. Another gateway may run a request of the same upload at the same time: each
   * stores the whole file under its own key, and the library service creates one photo. The partial objects of the two may replace each
   * other, because each is a start of the same file.
   */
  async runExclusively<T>(request: Request, partialKey: string, work: () => Promise<T>): Promise<T> {
    // Nothing may be awaited between this check and `set`. Otherwise two requests that wait for the same earlier request would both
    // continue.
    for (
      let earlierUpload = this.runningUploads.get(partialKey);
      earlierUpload;
      earlierUpload = this.runningUploads.get(partialKey)
    )
      await endRequest(earlierUpload)
    const running = work()
    const ignoreResult = () => undefined
    this.runningUploads.set(partialKey, { request, ended: running.then(ignoreResult, ignoreResult) })
    try {
      return await running
    } finally {
      this.runningUploads.delete(partialKey)
    }
  }

  /** The number of bytes of the upload that are stored. */
  async findOffset(partialKey: string): Promise<number> {
    const earlierUpload = this.runningUploads.get(partialKey)
    if (earlierUpload) await endRequest(earlierUpload)
    return (await this.findPartial(partialKey)).size
  }

  /** Throws UPLOAD_OFFSET unless exactly `offset` bytes are stored. With offset 0 the upload starts again. */
  async open(request: Request, partialKey: string, offset: number): Promise<ResumableUpload> {
    const partial = offset === 0 ? { key: partialKey, size: 0 } : await this.findPartial(partialKey)
    if (partial.size !== offset) throw errors.UPLOAD_OFFSET({ offset: partial.size })
    return new ResumableUpload({ request, storage: this.storage, partialKey, key: partial.key, offset })
  }

  /** Moves the received start of an interrupted upload to its partial key, encrypted if the photo will be encrypted. */
  async storePartial(objectKey: string, { partialKey }: ResumableUpload, destination: ReservationOwner): Promise<void> {
    const key = keyEncryptedLike(objectKey, partialKey)
    await this.storage.move(objectKey, key)
    await this.storage.remove(plainAndEncryptedKey(partialKey).filter(candidate => candidate !== key))
    const partials: ObjectEntry[] = []
    for await (const entry of this.storage.list(partialKey.slice(0, partialKey.lastIndexOf('/') + 1)))
      partials.push(entry)
    const oldest = partials.sort((a, b) => b.modified.getTime() - a.modified.getTime()).slice(MAX_PARTIALS)
    await this.storage.remove(oldest.map(({ key }) => key))
    if (oldest.length > 0) await destination.release(oldest.map(({ key }) => plainKey(key))).catch(() => undefined)
  }

  /** Releases the reservation of an upload without a partial object. If the call fails, the library service releases it later. */
  async release(partialKey: string, destination: ReservationOwner): Promise<void> {
    const { size } = await this.findPartial(partialKey).catch(() => ({ size: 1 }))
    if (size === 0) await destination.release([partialKey]).catch(() => undefined)
  }

  /** Removes expired partial uploads and returns their number. */
  async sweep(now: Date): Promise<number> {
    const expiredKeys: string[] = []
    for await (const { key, modified } of this.storage.list(PARTIALS_PREFIX))
      if (now.getTime() - modified.getTime() > retentionHoursOf(key) * HOUR_MS) expiredKeys.push(key)
    await this.storage.remove(expiredKeys)
    return expiredKeys.length
  }

  private async findPartial(partialKey: string): Promise<{ key: string; size: number }> {
    for (const key of plainAndEncryptedKey(partialKey)) {
      const objectStat = await this.storage.stat(key).catch(undefinedIfMissing)
      if (objectStat) return { key, size: objectStat.size }
    }
    return { key: partialKey, size: 0 }
  }
}

/**
 * Ends the earlier request of an upload, so that its bytes are stored. A client that lost its network may send a new request before the
 * server notices that the earlier one was interrupted.
 */
async function endRequest({ request, ended }: RunningUpload): Promise<void> {
  await waitForSilence(request)
  if (!isRequestOver(request)) request.destroy()
  await ended
}

/**
 * Waits until all bytes that were sent before the interruption are read. Stops waiting after a limited time if the client is still
 * sending.
 */
async function waitForSilence(request: Request): Promise<void> {
  const { socket } = request
  const checks = { socket: 0, backlog: 0 }
  for (
    let lastBytes = -1;
    checks.socket < MAX_SOCKET_CHECKS && checks.backlog < MAX_BACKLOG_CHECKS && !isRequestOver(request);
  ) {
    // Received bytes are waiting for a slow store, or until the stored start has been read again.
    const hasBacklog = request.readableLength > 0
    if (!hasBacklog && socket.bytesRead === lastBytes) return
    lastBytes = socket.bytesRead
    checks[hasBacklog ? 'backlog' : 'socket']++
    await delay(CHECK_INTERVAL_MS)
    // In a busy process, timers run before sockets are read, so unread bytes must not be mistaken for silence.
    await afterSocketReads()
  }
}

/** Suffix of the owner's id in keys of partial uploads by guests. */
export const GUESTS_SUFFIX = '-guests'
const retentionHoursOf = (key: string): number =>
  key.includes(`${GUESTS_SUFFIX}/`) ? PARTIAL_UPLOAD_LIMITS.guestHours : PARTIAL_UPLOAD_LIMITS.ownerHours

/** The key of the partial object of an upload. */
export const partialKeyOf = ({ limitGroup, prefix = '' }: PartialScope, key: string): string =>
  `${PARTIALS_PREFIX}${limitGroup}/${createHash('sha256')
    .update(prefix + key)
    .digest('hex')}`
function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}
const isRequestOver = (request: Request): boolean => request.complete || request.destroyed
