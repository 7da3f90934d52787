import {
  type Actor,
  billing,
  encryptedKey,
  entitlementOf,
  errors,
  type Feature,
  requireFeature,
  type SubscriptionView,
  WATERMARK_LIMITS,
} from '@daymark/contracts'
import { Clock, RpcClient } from '@daymark/platform'
import { Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { GatewayConfig } from '../config.ts'
import { extensionOf } from '../http/file-names.ts'
import { discardBody, readForm } from './form/multipart.ts'
import { createOriginalKey } from './store-file.ts'
import { StoreOwner } from './store-owner.ts'
import { UploadMeter } from './upload-meter.ts'
import { UploadSlots } from './uploads.ts'

type StoredImage = { key: string; size: number; plan: SubscriptionView }
/** The feature of a plan that an upload requires, and its name in the error. */
type RequiredFeature = [feature: Feature, displayName: string]

/**
 * Passes the image of a watermark or logo to the media service through the photo store. The media service stores its own copy, and this
 * class removes the object. The object is encrypted, because every plan with a watermark or logo includes encryption.
 */
@Injectable()
export class WatermarkUpload {
  private readonly slots = new UploadSlots()

  // oxlint-disable-next-line max-params -- injected dependencies
  constructor(
    private readonly rpc: RpcClient,
    private readonly storage: Storage,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
    private readonly owner: StoreOwner,
  ) {}

  /**
   * Stores the image, passes it to `process`, and removes it again. Its key is that of an original, so that the sweep removes the object if
   * this process crashes.
   */
  async receive<T>(
    request: Request,
    actor: Actor,
    feature: RequiredFeature,
    process: (image: StoredImage) => Promise<T>,
  ): Promise<T> {
    const plan = await this.authorize(request, actor, feature)
    const key = encryptedKey(createOriginalKey(this.clock.now()))
    let release: (() => void) | undefined
    try {
      release = this.slots.acquire({ uploaderId: actor.userId })
      if (!this.storage.canEncrypt) throw errors.ENCRYPTION_UNAVAILABLE()
      await this.owner.ensureMarked()
      return await process({ key, size: await this.store(request, key), plan })
    } finally {
      discardBody(request)
      release?.()
      await this.storage.remove([key])
    }
  }

  /**
   * Checks the plan before the body is read, so that nothing is uploaded without the required feature (for watermarks S-WMA-05). The media
   * service repeats the check.
   */
  private async authorize(request: Request, actor: Actor, feature: RequiredFeature): Promise<SubscriptionView> {
    try {
      const plan = await this.rpc.call(billing.getSubscription, {}, actor)
      requireFeature(entitlementOf(plan, this.clock.now()), ...feature)
      return plan
    } catch (error) {
      discardBody(request)
      throw error
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
