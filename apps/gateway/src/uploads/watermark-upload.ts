import { type Actor, encryptedKey, errors, WATERMARK_LIMITS } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { GatewayConfig } from '../config.ts'
import { extensionOf } from '../http/file-names.ts'
import { discardBody, readForm } from './form/multipart.ts'
import { newOriginalKey } from './store-file.ts'
import { StoreOwner } from './store-owner.ts'
import { UploadMeter } from './upload-meter.ts'
import { UploadSlots } from './uploads.ts'

type StoredImage = { key: string; size: number }

/**
 * Passes the image of a watermark or logo to the media service through the photo store. The media service stores its own copy, and this
 * class removes the object. The object is encrypted, because every plan with a watermark or logo includes encryption.
 */
@Injectable()
export class WatermarkUpload {
  private readonly slots: UploadSlots
  constructor(
    private readonly storage: Storage,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
    private readonly owner: StoreOwner,
  ) {
    this.slots = new UploadSlots()
  }

  /**
   * Stores the image, passes it to `process`, and removes it again. Its key is that of an original, so that the sweep removes the object if
   * this process crashes.
   */
  async receive<T>(request: Request, actor: Actor, process: (file: StoredImage) => Promise<T>): Promise<T> {
    const key = encryptedKey(newOriginalKey(this.clock.now()))
    let release: (() => void) | undefined
    try {
      release = this.slots.acquire(actor.userId)
      if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
      await this.owner.ensureMarked()
      return await process({ key, size: await this.store(request, key) })
    } finally {
      discardBody(request)
      release?.()
      await this.storage.remove([key])
    }
  }

  private async store(request: Request, key: string): Promise<number> {
    const { uploadBytesPerSecond: bytesPerSecond, uploadRateSeconds: seconds } = this.config
    const { result } = await readForm(request, { bytesPerSecond, seconds }, async ({ filename, content }) => {
      const meter = new UploadMeter({
        extension: extensionOf(filename),
        maxBytes: WATERMARK_LIMITS.maxBytes,
        remainingBytes: Number.POSITIVE_INFINITY,
      })
      await this.storage.put(key, meter.measure(content))
      return meter.getMeasuredFile().size
    })
    return result
  }
}
