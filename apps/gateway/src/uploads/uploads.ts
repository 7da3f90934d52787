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
  type Destination,
  createPhotoDestination,
  type ReplacedPhoto,
  createReplacementDestination,
} from './destinations.ts'
import { discardBody } from './form/multipart.ts'
import { partialKeyOf, type ResumableUploads } from './resumable-uploads.ts'
import { newOriginalKey, type ReadPhotoDetails, registerFile, storeFile } from './store-file.ts'
import type { StoreOwner } from './store-owner.ts'

/** Request headers of an upload. */
export type UploadHeaders = {
  /** Idempotency-Key: a repeated upload with the same key creates one photo. */
  key: string | undefined
  /** `Upload-Resumable: ?1`: the client will continue if the connection is interrupted. */
  isResumable: boolean
  /** `Upload-Offset`: number of bytes sent by earlier requests with this key. */
  offset: number
}

export function parseUploadHeaders(request: Request): UploadHeaders {
  const idempotencyKey = request.get('idempotency-key')
  const key = idempotencyKey === undefined ? undefined : parseUploadKey(idempotencyKey)
  const offset = request.get('upload-offset')
  if (offset !== undefined && (key === undefined || !/^\d{1,15}$/.test(offset)))
    throw errors.INVALID_INPUT({ reason: 'Upload-Offset: Send a number of bytes, and an Idempotency-Key.' })
  const isResumable = key !== undefined && (offset !== undefined || request.get('upload-resumable') === '?1')
  return { key, isResumable, offset: Number(offset ?? 0) }
}

export function parseUploadKey(key: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw errors.INVALID_INPUT({ reason: 'Idempotency-Key: Send 1 to 200 visible characters.' })
}

/** Typical size of the form around its file. */
const FORM_OVERHEAD_BYTES = 2048
/** Size of the file, estimated from the length of the request. */
export const estimateFileSize = (request: Request): number =>
  Math.max(Number(request.get('content-length') ?? 0) - FORM_OVERHEAD_BYTES, 0)

/** Maximum number of concurrent uploads per process. */
export const MAX_UPLOADS = 64
const MAX_UPLOADS_PER_USER = 16

/** Limits the concurrent uploads of this process in total and per user, so that one user cannot occupy all slots. */
export class UploadSlots {
  private used = 0
  private readonly ofUser = new Map<string, number>()

  constructor(private readonly limits = { total: MAX_UPLOADS, perUser: MAX_UPLOADS_PER_USER }) {}

  /** Takes a slot and returns a function that releases it. Throws UNAVAILABLE if no slot is free. */
  take(userId: string): () => void {
    const userUploads = this.ofUser.get(userId) ?? 0
    if (this.used >= this.limits.total || userUploads >= this.limits.perUser) throw errors.UNAVAILABLE()
    this.used++
    this.ofUser.set(userId, userUploads + 1)
    return () => this.release(userId)
  }

  private release(userId: string): void {
    this.used--
    const remainingUploads = (this.ofUser.get(userId) ?? 1) - 1
    if (remainingUploads === 0) this.ofUser.delete(userId)
    else this.ofUser.set(userId, remainingUploads)
  }
}

const finishedUploads = metrics.counter('daymark.gateway.uploads', {
  description:
    'Finished uploads by outcome: accepted, rejected because of content or a limit, aborted by the client, failed',
  known: ['accepted', 'rejected', 'aborted', 'failed'].map(outcome => ({ outcome })),
})
const acceptedBytes = metrics.counter('daymark.gateway.uploads.size', {
  description: 'Bytes of accepted uploads',
  unit: 'By',
  known: [{}],
})
/** Rejections with Retry-After also count as failures, because the client has to wait for the server. */
const SERVER_ERROR_STATUS = 500

/** Counts an upload by its outcome. */
export async function countOutcome<T extends { size: number }>(request: Request, work: () => Promise<T>): Promise<T> {
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

export type UploadParts = {
  rpc: RpcClient
  storage: Storage
  config: GatewayConfig
  clock: Clock
  resumables: ResumableUploads
  owner: StoreOwner
}
type Incoming<T> = { request: Request; to: Destination<T>; objectKey: string; about: ReadPhotoDetails }
type Upload<T> = Incoming<T> & { headers: UploadHeaders; partialKey?: string }
type AuthorizedUpload<T> = Omit<Upload<T>, 'partialKey'> & {
  partialKey: string | undefined
  room: number
  encrypted?: boolean
}
const NO_DETAILS: ReadPhotoDetails = () => ({})

/** Receives uploads: checks session, quota and type, streams the file to the store, and registers it as a photo. */
export class Uploads {
  private readonly running = new Set<string>()
  private readonly slots: UploadSlots
  private readonly guestSlots: UploadSlots
  private readonly rpc: RpcClient
  private readonly storage: Storage
  private readonly config: GatewayConfig
  private readonly clock: Clock
  private readonly resumables: ResumableUploads
  private readonly owner: StoreOwner

  constructor(parts: UploadParts) {
    this.rpc = parts.rpc
    this.storage = parts.storage
    this.config = parts.config
    this.slots = new UploadSlots()
    this.guestSlots = new UploadSlots({
      total: MAX_UPLOADS / 2,
      perUser: UPLOAD_LINK_LIMITS.atOnce,
    })
    this.clock = parts.clock
    this.resumables = parts.resumables
    this.owner = parts.owner
  }

  receive(request: Request, actor: Actor, about = NO_DETAILS): Promise<PhotoView> {
    return this.to(createPhotoDestination(this.rpc, actor), request, about)
  }

  /** Replaces the file of a photo. */
  replace(request: Request, actor: Actor, replaces: string): Promise<ReplacedPhoto> {
    return this.to(createReplacementDestination(this.rpc, actor, replaces), request)
  }

  to<T extends { size: number }>(to: Destination<T>, request: Request, about = NO_DETAILS): Promise<T> {
    return countOutcome(request, () => this.handle({ request, to, about }))
  }

  private async handle<T>(upload: Omit<Incoming<T>, 'objectKey'>): Promise<T> {
    const { request, to } = upload
    const objectKey = newOriginalKey(this.clock.now())
    const incoming = { ...upload, objectKey }
    let release: (() => void) | undefined
    try {
      release = this.takeSlot(to)
      this.running.add(objectKey)
      const headers = parseUploadHeaders(request)
      if (!headers.isResumable) return await this.take({ ...incoming, headers })
      const partialKey = partialKeyOf(to.partial, headers.key ?? '')
      return await this.resumables.exclusive(request, partialKey, () => this.take({ ...incoming, headers, partialKey }))
    } catch (error) {
      throw afterDiscarding(request, error)
    } finally {
      this.running.delete(objectKey)
      release?.()
    }
  }

  /** All guests together use at most half of the slots, so that owners can always upload. */
  private takeSlot({ holder, isGuest }: Destination<unknown>): () => void {
    const releaseGuestSlot = isGuest ? this.guestSlots.take(holder) : () => undefined
    try {
      const releaseSlot = this.slots.take(holder)
      return () => [releaseSlot, releaseGuestSlot].forEach(release => release())
    } catch (error) {
      releaseGuestSlot()
      throw error
    }
  }

  /** Progress of an interrupted upload. */
  async progress(key: string, actor: Actor): Promise<{ offset: number; photo: PhotoView | null }> {
    const { offset, existing } = await this.progressOf(createPhotoDestination(this.rpc, actor), key)
    return { offset: existing?.size ?? offset, photo: existing }
  }

  async progressOf<T>(to: Destination<T>, key: string): Promise<{ offset: number; existing: T | null }> {
    const idempotencyKey = parseUploadKey(key)
    const partialKey = partialKeyOf(to.partial, key)
    const offset = await this.resumables.offset(partialKey)
    const { existing } = await to.authorize({ bytes: 0, idempotencyKey, reservation: { partialKey, bytes: 0 } })
    return { offset, existing }
  }

  /** Whether an upload with this key is running. The sweep must not remove its object before it is registered. */
  isRunning(objectKey: string): boolean {
    return this.running.has(plainKey(objectKey))
  }

  private async take<T>({ headers, partialKey, to, ...incoming }: Upload<T>): Promise<T> {
    const { request } = incoming
    const bytes = headers.offset + estimateFileSize(request)
    if (bytes > this.config.uploadMaxBytes)
      throw errors.FILE_TOO_LARGE({ limit: formatBytes(this.config.uploadMaxBytes) })
    const isResumable = partialKey !== undefined && (headers.offset > 0 || bytes > RESUMABLE_ABOVE_BYTES)
    const reservationKey = partialKey ?? partialKeyOf(to.partial, incoming.objectKey)
    // Guests have no account, so their uploads count towards the limits from the first byte.
    const reservation = isResumable || to.isGuest ? this.reservation(request, reservationKey, bytes) : undefined
    const { existing, ...allowed } = await to.authorize({ bytes, idempotencyKey: headers.key, reservation })
    if (existing) {
      discardBody(request)
      return existing
    }
    const upload = { ...incoming, ...allowed, headers, to, partialKey: reservation?.partialKey }
    const work = this.storeAndRegister(upload, isResumable)
    return reservation ? work.finally(() => this.resumables.release(reservationKey, to)) : work
  }

  /** A request without Content-Length may contain a file of the maximum size. */
  private reservation(request: Request, partialKey: string, bytes: number) {
    return { partialKey, bytes: request.get('content-length') === undefined ? this.config.uploadMaxBytes : bytes }
  }

  private async storeAndRegister<T>(upload: AuthorizedUpload<T>, isResumable: boolean): Promise<T> {
    const { request, headers, to, partialKey, encrypted = false } = upload
    const objectKey = encrypted ? this.encrypted(upload.objectKey) : upload.objectKey
    await this.owner.enter()
    const resumable =
      partialKey && isResumable ? await this.resumables.open(request, partialKey, headers.offset) : undefined
    const { storage, config, resumables } = this
    const stored = await storeFile({ storage, config, resumables }, { ...upload, objectKey, resumable })
    const result = await registerFile(
      this.storage,
      { ...stored, partialKey, idempotencyKey: headers.key ?? objectKey },
      to,
    )
    // If this fails, the sweep removes it later.
    await resumable?.removePartial().catch(() => undefined)
    return result
  }

  /** rule 15: the file must be encrypted, except while older releases still have to read it. */
  private encrypted(objectKey: string): string {
    if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
    return encryptedKey(objectKey)
  }
}

/** Discards the rest of the body, so that the client can read the response. */
function afterDiscarding(request: Request, error: unknown): unknown {
  discardBody(request)
  return error
}
