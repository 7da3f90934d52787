import type { Logger } from '@daymark/platform'
import type { Swept } from '@daymark/storage'

/** All log lines of the service. */
export class MediaLog {
  constructor(private readonly log: Logger) {}
  /** `detail` is the decoder's message; the owner sees another sentence. */
  photoUnusable(photoId: string, cause: string, detail: string): void {
    this.log.warn({ event: 'media.photo-unusable', photoId, cause, detail })
  }
  notScaled(photoId: string, cause: string, detail: string): void {
    this.log.warn({ event: 'media.photo-not-scaled', photoId, cause, detail })
  }
  photoDamaged(photoId: string, detail: string): void {
    this.log.info({ event: 'media.photo-damaged', photoId, detail })
  }
  /** The uploaded file is not stored, so this line is the only record. */
  logoFailed(ownerId: string, cause: string, detail: string): void {
    this.log.warn({ event: 'media.logo-failed', ownerId, cause, detail })
  }
  markFailed(photoId: string, size: string, detail: string): void {
    this.log.warn({ event: 'media.mark-failed', photoId, size, detail })
  }
  /** No encryption key is configured: docs/operations/encryption.md. */
  notEncrypted(accounts: number): void {
    this.log.warn({ event: 'media.encryption-key-missing', accounts, help: 'daymark doctor' })
  }
  photoNotEncrypted(photoId: string, error: unknown): void {
    this.log.warn({ event: 'media.photo-not-encrypted', photoId, err: error })
  }
  confined(how: string): void {
    this.log.info({ event: 'media.decoders', confinement: how })
  }
  storeAway(error: unknown): void {
    this.log.warn({ event: 'media.store-away', err: error })
  }
  copyFailed(error: unknown, about: Record<'what' | 'target' | 'userId' | 'sha256', string>): void {
    this.log.warn({ event: 'media.copy-failed', ...about, err: error })
  }
  swept(kind: string, { objection, ...counts }: Swept): void {
    if (objection !== undefined) this.log.warn({ event: 'sweep.refused', kind, objection, help: 'daymark doctor' })
    else if (counts.quarantined + counts.released + counts.removed > 0)
      this.log.info({ event: 'sweep.done', kind, ...counts })
  }
  toolsFound(exiftool: string | null, dcraw: string | null): void {
    this.log.info({ event: 'media.tools', exiftool, dcraw })
  }
}
