import { type Actor, encryptedKey, errors, WATERMARK } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { GatewayConfig } from '../config.ts'
import { extensionOf } from '../helpers/file-names.ts'
import { discard, readForm } from './form/multipart.ts'
import { newOriginalKey } from './object-keys.ts'
import { StoreOwner } from './store-owner.ts'
import { UploadMeter } from './upload-meter.ts'
import { UploadSlots } from './upload-slots.ts'

type Stored = { key: string; size: number }

/**
 * A watermark's image on its way to media, by the store. Nothing of it stays there under the key it comes with. Every plan with a
 * watermark or a logo has encryption too.
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
    this.slots = new UploadSlots(config)
  }

  /** A key as photos have it: what a crash leaves under it is swept as theirs. */
  async receive<T>(request: Request, actor: Actor, take: (file: Stored) => Promise<T>): Promise<T> {
    const key = encryptedKey(newOriginalKey(this.clock.now()))
    let release: (() => void) | undefined
    try {
      release = this.slots.take(actor.userId)
      if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
      await this.owner.enter()
      return await take({ key, size: await this.store(request, key) })
    } finally {
      discard(request)
      release?.()
      await this.storage.remove([key])
    }
  }

  private async store(request: Request, key: string): Promise<number> {
    const { uploadBytesPerSecond: bytesPerSecond, uploadRateSeconds: seconds } = this.config
    const { taken } = await readForm(request, { bytesPerSecond, seconds }, async ({ filename, content }) => {
      const meter = new UploadMeter({
        extension: extensionOf(filename),
        maxBytes: WATERMARK.maxBytes,
        room: Number.POSITIVE_INFINITY,
      })
      await this.storage.put(key, meter.through(content))
      return meter.facts().size
    })
    return taken
  }
}
