import { type Actor, AppError, errors, formatBytes, type Input, library, type PhotoView } from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { GatewayConfig } from '../config.ts'
import { extensionOf } from '../http/filenames.ts'
import { kindOf } from './image-kinds.ts'
import { discard, type FilePart, readForm } from './multipart.ts'
import { newOriginalKey } from './object-keys.ts'
import { UploadMeter } from './upload-meter.ts'

type Stored = Omit<Input<typeof library.registerUpload>, 'idempotencyKey'>
/** What a form adds to its file; the declared length only estimates the file's. */
const FORM_OVERHEAD = 2048
/** A service that restarts is away for a moment; the photo is stored already and need not be sent again. */
const RETRIES_MS = [500, 2000]

/** ARCHITECTURE §3: session, quota and type first; then straight to the store; then one call makes it a photo. */
@Injectable()
export class Uploads {
  private readonly underWay = new Set<string>()
  private readonly rpc: RpcClient
  private readonly storage: Storage
  private readonly config: GatewayConfig
  private readonly clock: Clock

  constructor(rpc: RpcClient, storage: Storage, config: GatewayConfig, clock: Clock) {
    this.rpc = rpc
    this.storage = storage
    this.config = config
    this.clock = clock
  }

  async receive(request: Request, actor: Actor): Promise<PhotoView> {
    if (this.underWay.size >= this.config.uploadsAtOnce) throw refuse(request, errors.UNAVAILABLE())
    const objectKey = newOriginalKey(this.clock.now())
    this.underWay.add(objectKey)
    try {
      const idempotencyKey = idempotencyKeyOf(request)
      const { room, existing } = await this.authorize(request, actor, idempotencyKey)
      if (existing) {
        discard(request)
        return existing
      }
      const stored = await this.storeFile(request, objectKey, room)
      return await this.register(stored, actor, idempotencyKey ?? objectKey)
    } catch (error) {
      throw refuse(request, error)
    } finally {
      this.underWay.delete(objectKey)
    }
  }

  /** Not yet a photo and not left behind either, however long the call that registers it takes. */
  isUnderWay(objectKey: string): boolean {
    return this.underWay.has(objectKey)
  }

  private authorize(request: Request, actor: Actor, idempotencyKey: string | undefined) {
    const bytes = Math.max(Number(request.get('content-length') ?? 0) - FORM_OVERHEAD, 0)
    if (bytes > this.config.uploadMaxBytes)
      throw errors.FILE_TOO_LARGE({ limit: formatBytes(this.config.uploadMaxBytes) })
    return this.rpc.call(library.authorizeUpload, { bytes, idempotencyKey }, actor)
  }

  /** The file counts only in a form that is complete. */
  private async storeFile(request: Request, objectKey: string, room: number): Promise<Stored> {
    let stored: Stored | undefined
    try {
      return (await readForm(request, 'file', async file => (stored = await this.store(objectKey, file, room)))).taken
    } catch (error) {
      if (stored) await this.storage.remove([objectKey])
      throw error
    }
  }

  private async store(objectKey: string, { filename, content }: FilePart, room: number): Promise<Stored> {
    const extension = extensionOf(filename)
    const meter = new UploadMeter({ extension, maxBytes: this.config.uploadMaxBytes, room })
    await this.storage.put(objectKey, meter.through(content))
    const { type, ...facts } = meter.facts()
    return { objectKey, originalFilename: filename, extension, ...facts, ...kindOf(type, extension) }
  }

  private async register(stored: Stored, actor: Actor, idempotencyKey: string): Promise<PhotoView> {
    try {
      const call = () => this.rpc.call(library.registerUpload, { ...stored, idempotencyKey }, actor)
      const { photo, created } = await persistently(call)
      if (!created) await this.storage.remove([stored.objectKey])
      return photo
    } catch (error) {
      // A service that did not answer may have registered it all the same: then only the sweep can tell.
      if (!isUncertain(error)) await this.storage.remove([stored.objectKey])
      throw error
    }
  }
}

async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (const wait of RETRIES_MS) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  return call()
}
const isUncertain = (error: unknown): boolean => !(error instanceof AppError) || error.status >= 500

function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get('idempotency-key')
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw errors.INVALID_INPUT({ reason: 'Idempotency-Key: 1 to 200 visible characters are needed' })
}

/** The client is still sending; it must be able to read the answer. */
function refuse(request: Request, error: unknown): unknown {
  discard(request)
  return error
}
