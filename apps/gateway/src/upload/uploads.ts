import {
  type Actor,
  encryptedKey,
  errors,
  formatBytes,
  imageKind,
  type Input,
  library,
  type PhotoView,
  plainKey,
  RESUMABLE_ABOVE,
} from '@daymark/contracts'
import type { Clock, RpcClient } from '@daymark/platform'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'
import type { GatewayConfig } from '../config.ts'
import { extensionOf } from '../helpers/file-names.ts'
import { discard, type FilePart, readForm } from './form/multipart.ts'
import { newOriginalKey } from './object-keys.ts'
import type { ResumableUpload } from './resumable-upload.ts'
import type { StoreOwner } from './store-owner.ts'
import { placeOf, type ResumableUploads } from './resumable-uploads.ts'
import { registerFile, type Taken } from './register-file.ts'
import { declaredSize, uploadHeaders, type UploadHeaders, uploadKey } from './upload-headers.ts'
import { counted } from './upload-metrics.ts'
import { UploadMeter } from './upload-meter.ts'
import { UploadSlots } from './upload-slots.ts'

export type UploadParts = {
  rpc: RpcClient
  storage: Storage
  config: GatewayConfig
  clock: Clock
  resumables: ResumableUploads
  owner: StoreOwner
}
type Stored = Omit<Input<typeof library.registerUpload>, 'idempotencyKey'>
type About = Pick<Stored, 'title' | 'caption' | 'albumId'>
/** What the fields of a form say of its photo. Asked before the file is stored, and again when all of them are there. */
type ReadAbout = (fields: Record<string, string>) => About
/** `replaces`: the photo whose file it is to replace; undefined: it is to be a new photo. */
type Incoming = { request: Request; actor: Actor; objectKey: string; about: ReadAbout; replaces?: string | undefined }
type Upload = Incoming & { headers: UploadHeaders; place?: string }
type Receiving = Incoming & { room: number; resumable: ResumableUpload | undefined }
const NOTHING: ReadAbout = () => ({})

/** Session, quota and type first; then straight to the store; then one call makes it a photo. */
export class Uploads {
  private readonly underWay = new Set<string>()
  private readonly slots: UploadSlots
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
    this.clock = parts.clock
    this.resumables = parts.resumables
    this.owner = parts.owner
  }

  receive(request: Request, actor: Actor, about = NOTHING): Promise<PhotoView> {
    return counted(request, () => this.takeIn({ request, actor, about }))
  }

  /** The file of a photo that is there. */
  replace(request: Request, actor: Actor, replaces: string): Promise<Taken> {
    return counted(request, () => this.takeIn({ request, actor, about: NOTHING, replaces }))
  }

  private async takeIn(asked: Omit<Incoming, 'objectKey'>): Promise<Taken> {
    const { request, actor } = asked
    const objectKey = newOriginalKey(this.clock.now())
    const incoming = { ...asked, objectKey }
    let release: (() => void) | undefined
    try {
      release = this.slots.take(actor.userId)
      this.underWay.add(objectKey)
      const headers = uploadHeaders(request)
      if (!headers.isResumable) return await this.take({ ...incoming, headers })
      const place = placeOf(actor, headers.key ?? '')
      return await this.resumables.alone(request, place, () => this.take({ ...incoming, headers, place }))
    } catch (error) {
      throw refuse(request, error)
    } finally {
      this.underWay.delete(objectKey)
      release?.()
    }
  }

  /** What became of an upload whose connection broke. */
  async progress(key: string, actor: Actor): Promise<{ offset: number; photo: PhotoView | null }> {
    const idempotencyKey = uploadKey(key)
    const offset = await this.resumables.offset(placeOf(actor, key))
    const { existing } = await this.rpc.call(library.authorizeUpload, { bytes: 0, idempotencyKey }, actor)
    return { offset: existing?.size ?? offset, photo: existing }
  }

  /** Not yet a photo and not left behind either, however long the call that registers it takes. */
  isUnderWay(objectKey: string): boolean {
    return this.underWay.has(plainKey(objectKey))
  }

  private async take({ headers, place, ...incoming }: Upload): Promise<Taken> {
    const { request, actor, replaces } = incoming
    const bytes = headers.offset + declaredSize(request)
    const {
      room,
      existing,
      encrypted = false,
    } = await this.authorize(actor, { bytes, replaces, idempotencyKey: headers.key })
    if (existing) {
      discard(request)
      return { ...existing, unchanged: false }
    }
    const objectKey = encrypted ? this.encrypted(incoming.objectKey) : incoming.objectKey
    const isWorthIt = headers.offset > 0 || bytes > RESUMABLE_ABOVE
    await this.owner.enter()
    const resumable = place && isWorthIt ? await this.resumables.open(request, place, headers.offset) : undefined
    const stored = await this.storeFile({ ...incoming, objectKey, room, resumable })
    const parts = { rpc: this.rpc, storage: this.storage }
    const photo = await registerFile(
      parts,
      { ...stored, idempotencyKey: headers.key ?? objectKey },
      { actor, replaces },
    )
    // A beginning that cannot be removed now is swept tomorrow.
    await resumable?.forget().catch(() => undefined)
    return photo
  }

  /** Rule 15: encrypted or not at all, but while an older release has to read it, too. */
  private encrypted(objectKey: string): string {
    if (this.storage.waitsToEncrypt) return objectKey
    if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
    return encryptedKey(objectKey)
  }

  private authorize(actor: Actor, asked: Input<typeof library.authorizeUpload>) {
    if (asked.bytes > this.config.uploadMaxBytes)
      throw errors.FILE_TOO_LARGE({ limit: formatBytes(this.config.uploadMaxBytes) })
    return this.rpc.call(library.authorizeUpload, asked, actor)
  }

  /** The file counts only in a form that is complete. */
  private async storeFile(receiving: Receiving): Promise<Stored> {
    const { request, objectKey, about, resumable } = receiving
    const { uploadBytesPerSecond: bytesPerSecond, uploadRateSeconds: seconds } = this.config
    let stored: Stored | undefined
    try {
      const { taken, fields } = await readForm(request, { bytesPerSecond, seconds }, async (file, before) => {
        await this.welcome(about(before), receiving.actor)
        return (stored = await this.store(receiving, file))
      })
      return { ...taken, ...about(fields) }
    } catch (error) {
      if (stored && resumable?.isBroken()) await this.resumables.hold(objectKey, resumable)
      else if (stored) await this.storage.remove([objectKey])
      throw error
    }
  }

  /** Nobody sends 500 MB only to hear that the album is not there. */
  private async welcome({ albumId }: About, actor: Actor): Promise<void> {
    if (albumId !== undefined) await this.rpc.call(library.getAlbumVersion, { id: albumId }, actor)
  }

  private async store({ objectKey, room, resumable }: Receiving, { filename, content }: FilePart): Promise<Stored> {
    const extension = extensionOf(filename)
    const meter = new UploadMeter({ extension, maxBytes: this.config.uploadMaxBytes, room })
    await this.storage.put(objectKey, meter.through(resumable ? resumable.whole(content) : content))
    if (resumable?.broken) {
      await this.resumables.hold(objectKey, resumable)
      throw resumable.broken
    }
    const { type, ...facts } = meter.facts()
    return { objectKey, originalFilename: filename, extension, ...facts, ...imageKind(type, extension) }
  }
}

/** The client is still sending; it must be able to read the answer. */
function refuse(request: Request, error: unknown): unknown {
  discard(request)
  return error
}
