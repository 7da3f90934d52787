import {
  type Actor,
  encryptedKey,
  errors,
  formatBytes,
  type PhotoView,
  plainKey,
  RESUMABLE_ABOVE,
  UPLOADS,
} from '@daymark/contracts'
import type { Clock, RpcClient } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import type { GatewayConfig } from '../config.ts'
import { discard } from './form/multipart.ts'
import { newOriginalKey } from './object-keys.ts'
import type { StoreOwner } from './store-owner.ts'
import { placeOf, type ResumableUploads } from './resumable-uploads.ts'
import { type Destination, newPhoto, replacement, type Replaced } from './destinations.ts'
import { registerFile } from './register-file.ts'
import { declaredSize, uploadHeaders, type UploadHeaders, uploadKey } from './upload-headers.ts'
import { counted } from './upload-metrics.ts'
import { type ReadAbout, storeFile } from './store-file.ts'
import { UploadSlots } from './upload-slots.ts'

export type UploadParts = {
  rpc: RpcClient
  storage: Storage
  config: GatewayConfig
  clock: Clock
  resumables: ResumableUploads
  owner: StoreOwner
}
type Incoming<T> = { request: Request; to: Destination<T>; objectKey: string; about: ReadAbout }
type Upload<T> = Incoming<T> & { headers: UploadHeaders; place?: string }
type Allowed<T> = Omit<Upload<T>, 'place'> & { place: string | undefined; room: number; encrypted?: boolean }
const NOTHING: ReadAbout = () => ({})

/** Session, quota and type first; then straight to the store; then one call makes it a photo. */
export class Uploads {
  private readonly underWay = new Set<string>()
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
    this.slots = new UploadSlots(parts.config)
    this.guestSlots = new UploadSlots({
      uploadsAtOnce: Math.ceil(parts.config.uploadsAtOnce / 2),
      uploadsAtOncePerUser: UPLOADS.atOnce,
    })
    this.clock = parts.clock
    this.resumables = parts.resumables
    this.owner = parts.owner
  }

  receive(request: Request, actor: Actor, about = NOTHING): Promise<PhotoView> {
    return this.to(newPhoto(this.rpc, actor), request, about)
  }

  /** The file of a photo that is there. */
  replace(request: Request, actor: Actor, replaces: string): Promise<Replaced> {
    return this.to(replacement(this.rpc, actor, replaces), request)
  }

  to<T extends { size: number }>(to: Destination<T>, request: Request, about = NOTHING): Promise<T> {
    return counted(request, () => this.takeIn({ request, to, about }))
  }

  private async takeIn<T>(asked: Omit<Incoming<T>, 'objectKey'>): Promise<T> {
    const { request, to } = asked
    const objectKey = newOriginalKey(this.clock.now())
    const incoming = { ...asked, objectKey }
    let release: (() => void) | undefined
    try {
      release = this.enter(to)
      this.underWay.add(objectKey)
      const headers = uploadHeaders(request)
      if (!headers.isResumable) return await this.take({ ...incoming, headers })
      const place = placeOf(to.held, headers.key ?? '')
      return await this.resumables.alone(request, place, () => this.take({ ...incoming, headers, place }))
    } catch (error) {
      throw refuse(request, error)
    } finally {
      this.underWay.delete(objectKey)
      release?.()
    }
  }

  /** All guests of all links together never hold more than half of the places: the others are for owners. */
  private enter({ holder, isGuest }: Destination<unknown>): () => void {
    const leaveGuests = isGuest ? this.guestSlots.take(holder) : () => undefined
    try {
      const leave = this.slots.take(holder)
      return () => [leave, leaveGuests].forEach(release => release())
    } catch (error) {
      leaveGuests()
      throw error
    }
  }

  /** What became of an upload whose connection broke. */
  async progress(key: string, actor: Actor): Promise<{ offset: number; photo: PhotoView | null }> {
    const { offset, existing } = await this.progressOf(newPhoto(this.rpc, actor), key)
    return { offset: existing?.size ?? offset, photo: existing }
  }

  async progressOf<T>(to: Destination<T>, key: string): Promise<{ offset: number; existing: T | null }> {
    const idempotencyKey = uploadKey(key)
    const place = placeOf(to.held, key)
    const offset = await this.resumables.offset(place)
    const { existing } = await to.authorize({ bytes: 0, idempotencyKey, beginning: { place, bytes: 0 } })
    return { offset, existing }
  }

  /** Not yet a photo and not left behind either, however long the call that registers it takes. */
  isUnderWay(objectKey: string): boolean {
    return this.underWay.has(plainKey(objectKey))
  }

  private async take<T>({ headers, place, to, ...incoming }: Upload<T>): Promise<T> {
    const { request } = incoming
    const bytes = headers.offset + declaredSize(request)
    if (bytes > this.config.uploadMaxBytes)
      throw errors.FILE_TOO_LARGE({ limit: formatBytes(this.config.uploadMaxBytes) })
    const isHeld = place !== undefined && (headers.offset > 0 || bytes > RESUMABLE_ABOVE)
    const name = place ?? placeOf(to.held, incoming.objectKey)
    // Guests have no account to answer for: all that they send counts from its first byte on.
    const beginning = isHeld || to.isGuest ? this.beginning(request, name, bytes) : undefined
    const { existing, ...allowed } = await to.authorize({ bytes, idempotencyKey: headers.key, beginning })
    if (existing) {
      discard(request)
      return existing
    }
    const upload = { ...incoming, ...allowed, headers, to, place: beginning?.place }
    const work = this.storeAndRegister(upload, isHeld)
    return beginning ? work.finally(() => this.resumables.release(name, to)) : work
  }

  /** A request that does not announce its length may bring the largest file. */
  private beginning(request: Request, place: string, bytes: number) {
    return { place, bytes: request.get('content-length') === undefined ? this.config.uploadMaxBytes : bytes }
  }

  private async storeAndRegister<T>(upload: Allowed<T>, isHeld: boolean): Promise<T> {
    const { request, headers, to, place, encrypted = false } = upload
    const objectKey = encrypted ? this.encrypted(upload.objectKey) : upload.objectKey
    await this.owner.enter()
    const resumable = place && isHeld ? await this.resumables.open(request, place, headers.offset) : undefined
    const { storage, config, resumables } = this
    const stored = await storeFile({ storage, config, resumables }, { ...upload, objectKey, resumable })
    const taken = await registerFile(this.storage, { ...stored, place, idempotencyKey: headers.key ?? objectKey }, to)
    // A beginning that cannot be removed now is swept later.
    await resumable?.forget().catch(() => undefined)
    return taken
  }

  /** Rule 15: encrypted or not at all. */
  private encrypted(objectKey: string): string {
    if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
    return encryptedKey(objectKey)
  }
}

/** The client is still sending; it must be able to read the answer. */
function refuse(request: Request, error: unknown): unknown {
  discard(request)
  return error
}
