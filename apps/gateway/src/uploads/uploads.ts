import {
  type Actor,
  encryptedKey,
  errors,
  formatBytes,
  type PhotoView,
  plainKey,
  RESUMABLE_ABOVE_BYTES,
  UPLOAD_LINK_LIMITS,
} from '@daymark/contracts'
import { type Clock, metrics, type RpcClient } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import type { GatewayConfig } from '../config.ts'
import { toAppError } from '../edge/errors.ts'
import {
  type UploadDestination,
  createPhotoDestination,
  type ReplacedPhoto,
  createReplacementDestination,
} from './destinations.ts'
import { discardBody } from './form/multipart.ts'
import { partialKeyOf, type ResumableUploads } from './resumable-uploads.ts'
import { createOriginalKey, type ReadPhotoDetails, registerFile, storeFile } from './store-file.ts'
import type { StoreOwner } from './store-owner.ts'

/** Request headers of an upload. */
type UploadHeaders = {
  /** Idempotency-Key: a repeated upload with the same key creates one photo. */
  key: string | undefined
  /** `Upload-Resumable: ?1`: the client will continue if the connection is interrupted. */
  isResumable: boolean
  /** `Upload-Offset`: number of bytes sent by earlier requests with this key. */
  offset: number
}

function parseUploadHeaders(request: Request): UploadHeaders {
  const idempotencyKey = request.get('idempotency-key')
  const key = idempotencyKey === undefined ? undefined : parseUploadKey(idempotencyKey)
  const offset = request.get('upload-offset')
  if (offset !== undefined && (key === undefined || !/^\d{1,15}$/.test(offset)))
    throw errors.INVALID_INPUT({ reason: 'Upload-Offset: Send a number of bytes, and an Idempotency-Key.' })
  const isResumable = key !== undefined && (offset !== undefined || request.get('upload-resumable') === '?1')
  return { key, isResumable, offset: Number(offset ?? 0) }
}

function parseUploadKey(key: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw errors.INVALID_INPUT({ reason: 'Idempotency-Key: Send 1 to 200 visible characters.' })
}

/** Typical size of a form without its file, in bytes. */
const FORM_OVERHEAD_BYTES = 2048
/** Size of the file, estimated from the length of the request. */
const estimateFileSize = (request: Request): number =>
  Math.max(Number(request.get('content-length') ?? 0) - FORM_OVERHEAD_BYTES, 0)

/** Maximum number of concurrent uploads per process. */
const MAX_UPLOADS = 64
const MAX_UPLOADS_PER_USER = 16
/** All guests together use at most half of the slots, so that owners can always upload. */
const MAX_GUEST_UPLOADS = MAX_UPLOADS / 2

type Uploader = Pick<UploadDestination<unknown>, 'uploaderId' | 'isGuest'>
type UploadGroup = [name: string, maxUploads: number]

/** Limits the concurrent uploads of this process in total, per uploader, and of all guests. */
export class UploadSlots {
  private readonly uploadsByGroup = new Map<string, number>()

  /** Acquires a slot and returns a function that releases it. Throws UNAVAILABLE if no slot is free. */
  acquire({ uploaderId, isGuest }: Uploader): () => void {
    const groups: UploadGroup[] = [['all', MAX_UPLOADS]]
    if (isGuest) groups.push(['guests', MAX_GUEST_UPLOADS], [uploaderId, UPLOAD_LINK_LIMITS.atOnce])
    else groups.push([uploaderId, MAX_UPLOADS_PER_USER])
    if (groups.some(([name, maxUploads]) => this.count(name) >= maxUploads)) throw errors.UNAVAILABLE()
    for (const [name] of groups) this.uploadsByGroup.set(name, this.count(name) + 1)
    return () => groups.forEach(([name]) => this.release(name))
  }

  private release(group: string): void {
    const remainingUploads = this.count(group) - 1
    if (remainingUploads === 0) this.uploadsByGroup.delete(group)
    else this.uploadsByGroup.set(group, remainingUploads)
  }

  private count(group: string): number {
    return this.uploadsByGroup.get(group) ?? 0
  }
}

const finishedUploads = metrics.counter('daymark.gateway.uploads', {
  description:
    'Finished uploads by outcome: accepted, rejected because of content or a limit, aborted by the client, failed',
  initialAttributes: ['accepted', 'rejected', 'aborted', 'failed'].map(outcome => ({ outcome })),
})
const acceptedBytes = metrics.counter('daymark.gateway.uploads.size', {
  description: 'Bytes of accepted uploads',
  unit: 'By',
  initialAttributes: [{}],
})
/**
 * Uploads that end with this status or a higher one count as failed. These include rejections with Retry-After (503), because the client
 * has to wait for the server.
 */
const SERVER_ERROR_STATUS = 500

/** Counts an upload by its outcome. */
async function countOutcome<T extends { size: number }>(request: Request, work: () => Promise<T>): Promise<T> {
  const { socket } = request
  try {
    const photo = await work()
    finishedUploads.add(1, { outcome: 'accepted' })
    acceptedBytes.add(photo.size)
    return photo
  } catch (error) {
    finishedUploads.add(1, { outcome: socket.destroyed ? 'aborted' : outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown): string {
  const { status } = toAppError(error) ?? { status: SERVER_ERROR_STATUS }
  return status < SERVER_ERROR_STATUS ? 'rejected' : 'failed'
}

type UploadDependencies = {
  rpc: RpcClient
  storage: Storage
  config: GatewayConfig
  clock: Clock
  resumables: ResumableUploads
  owner: StoreOwner
}
type IncomingUpload<T> = {
  request: Request
  destination: UploadDestination<T>
  objectKey: string
  readDetails: ReadPhotoDetails
}
type Upload<T> = IncomingUpload<T> & { headers: UploadHeaders; partialKey?: string }
type AuthorizedUpload<T> = Omit<Upload<T>, 'partialKey'> & {
  partialKey: string | undefined
  remainingBytes: number
  encrypted?: boolean
}
const NO_DETAILS: ReadPhotoDetails = () => ({})

/** Receives uploads: checks quota and file type, streams the file to the store, and registers it. */
export class Uploads {
  private readonly runningKeys = new Set<string>()
  private readonly slots = new UploadSlots()
  private readonly rpc: RpcClient
  private readonly storage: Storage
  private readonly config: GatewayConfig
  private readonly clock: Clock
  private readonly resumables: ResumableUploads
  private readonly owner: StoreOwner

  constructor(dependencies: UploadDependencies) {
    this.rpc = dependencies.rpc
    this.storage = dependencies.storage
    this.config = dependencies.config
    this.clock = dependencies.clock
    this.resumables = dependencies.resumables
    this.owner = dependencies.owner
  }

  /** Receives a new photo. */
  receive(request: Request, actor: Actor, readDetails = NO_DETAILS): Promise<PhotoView> {
    return this.receiveAt(createPhotoDestination(this.rpc, actor), request, readDetails)
  }

  /** Replaces the file of a photo. */
  replace(request: Request, actor: Actor, photoId: string): Promise<ReplacedPhoto> {
    return this.receiveAt(createReplacementDestination(this.rpc, actor, photoId), request)
  }

  /** Receives an upload for any destination, and counts its outcome. */
  receiveAt<T extends { size: number }>(
    destination: UploadDestination<T>,
    request: Request,
    readDetails = NO_DETAILS,
  ): Promise<T> {
    return countOutcome(request, () => this.handle({ request, destination, readDetails }))
  }

  private async handle<T>(upload: Omit<IncomingUpload<T>, 'objectKey'>): Promise<T> {
    const { request, destination } = upload
    const objectKey = createOriginalKey(this.clock.now())
    const incoming = { ...upload, objectKey }
    let release: (() => void) | undefined
    try {
      release = this.slots.acquire(destination)
      this.runningKeys.add(objectKey)
      const headers = parseUploadHeaders(request)
      if (!headers.isResumable) return await this.receiveExclusively({ ...incoming, headers })
      const partialKey = partialKeyOf(destination.partialScope, headers.key ?? '')
      return await this.resumables.runExclusively(request, partialKey, () =>
        this.receiveExclusively({ ...incoming, headers, partialKey }),
      )
    } catch (error) {
      throw discardAndReturn(request, error)
    } finally {
      this.runningKeys.delete(objectKey)
      release?.()
    }
  }

  /** The number of bytes that an interrupted upload has stored, and the photo if the upload is complete. */
  async getProgress(key: string, actor: Actor): Promise<{ offset: number; photo: PhotoView | null }> {
    const { offset, existing } = await this.getProgressOf(createPhotoDestination(this.rpc, actor), key)
    return { offset: existing?.size ?? offset, photo: existing }
  }

  async getProgressOf<T>(
    destination: UploadDestination<T>,
    key: string,
  ): Promise<{ offset: number; existing: T | null }> {
    const idempotencyKey = parseUploadKey(key)
    const partialKey = partialKeyOf(destination.partialScope, key)
    const offset = await this.resumables.findOffset(partialKey)
    const { existing } = await destination.authorize({
      bytes: 0,
      idempotencyKey,
      reservation: { partialKey, bytes: 0 },
    })
    return { offset, existing }
  }

  /** Whether an upload with this key is running. The sweep must not remove its object before it is registered. */
  isRunning(objectKey: string): boolean {
    return this.runningKeys.has(plainKey(objectKey))
  }

  private async receiveExclusively<T>({ headers, partialKey, destination, ...incoming }: Upload<T>): Promise<T> {
    const { request } = incoming
    const bytes = headers.offset + estimateFileSize(request)
    if (bytes > this.config.uploadMaxBytes)
      throw errors.FILE_TOO_LARGE({ limit: formatBytes(this.config.uploadMaxBytes) })
    const isResumable = partialKey !== undefined && (headers.offset > 0 || bytes > RESUMABLE_ABOVE_BYTES)
    const reservationKey = partialKey ?? partialKeyOf(destination.partialScope, incoming.objectKey)
    // Guests have no account, so their uploads count towards the limits from the first byte.
    const reservation =
      isResumable || destination.isGuest ? this.createReservation(request, reservationKey, bytes) : undefined
    const { existing, ...authorization } = await destination.authorize({
      bytes,
      idempotencyKey: headers.key,
      reservation,
    })
    if (existing) {
      discardBody(request)
      return existing
    }
    const upload = { ...incoming, ...authorization, headers, destination, partialKey: reservation?.partialKey }
    const work = this.storeAndRegister(upload, isResumable)
    return reservation ? work.finally(() => this.resumables.release(reservationKey, destination)) : work
  }

  /** The storage to reserve for an upload. A request without Content-Length may contain a file of the maximum size. */
  private createReservation(request: Request, partialKey: string, bytes: number) {
    return { partialKey, bytes: request.get('content-length') === undefined ? this.config.uploadMaxBytes : bytes }
  }

  private async storeAndRegister<T>(upload: AuthorizedUpload<T>, isResumable: boolean): Promise<T> {
    const { request, headers, destination, partialKey, encrypted = false } = upload
    const objectKey = encrypted ? this.requireEncryptedKey(upload.objectKey) : upload.objectKey
    await this.owner.ensureMarked()
    const resumable =
      partialKey && isResumable ? await this.resumables.open(request, partialKey, headers.offset) : undefined
    const { storage, config, resumables } = this
    const stored = await storeFile({ storage, config, resumables }, { ...upload, objectKey, resumable })
    const result = await registerFile(
      this.storage,
      { ...stored, partialKey, idempotencyKey: headers.key ?? objectKey },
      destination,
    )
    // If the partial object cannot be removed, the sweep removes it later.
    await resumable?.removePartial().catch(() => undefined)
    return result
  }

  /**
   * rule 15: the key under which the file is stored encrypted. Throws ENCRYPTION_UNAVAILABLE if the installation has no encryption key,
   * because the file must not be stored unencrypted.
   */
  private requireEncryptedKey(objectKey: string): string {
    if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
    return encryptedKey(objectKey)
  }
}

/** Discards the rest of the body, so that the client can read the response. Returns the error. */
function discardAndReturn(request: Request, error: unknown): unknown {
  discardBody(request)
  return error
}
