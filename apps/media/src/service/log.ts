import type { Logger } from '@daymark/platform'
import type { SweepResult } from '@daymark/storage'

/** The log events of the service. */
export class MediaLog {
  constructor(private readonly log: Logger) {}
  /** A photo could not be processed. `detail` is the message of the decoder; the owner of the photo gets another text. */
  photoUnreadable(photoId: string, cause: string, detail: string): void {
    this.log.warn({ event: 'media.photo-unreadable', photoId, cause, detail })
  }
  photoNotScaled(photoId: string, cause: string, detail: string): void {
    this.log.warn({ event: 'media.photo-not-scaled', photoId, cause, detail })
  }
  photoDamaged(photoId: string, detail: string): void {
    this.log.info({ event: 'media.photo-damaged', photoId, detail })
  }
  /** A logo could not be converted. The uploaded file is not stored, so this event is the only record of the failure. */
  logoFailed(ownerId: string, cause: string, detail: string): void {
    this.log.warn({ event: 'media.logo-failed', ownerId, cause, detail })
  }
  watermarkFailed(photoId: string, size: string, detail: string): void {
    this.log.warn({ event: 'media.watermark-failed', photoId, size, detail })
  }

  encryptionKeyMissing(accounts: number): void {
    this.log.warn({ event: 'media.encryption-key-missing', accounts, help: 'daymark doctor' })
  }
  photoNotEncrypted(photoId: string, error: unknown): void {
    this.log.warn({ event: 'media.photo-not-encrypted', photoId, err: error })
  }
  decodersConfined(confinement: string): void {
    this.log.info({ event: 'media.decoders', confinement: confinement })
  }
  storeUnavailable(error: unknown): void {
    this.log.warn({ event: 'media.store-unavailable', err: error })
  }
  copyFailed(error: unknown, task: Record<'what' | 'target' | 'userId' | 'sha256', string>): void {
    this.log.warn({ event: 'media.copy-failed', ...task, err: error })
  }
  sweepFinished(kind: string, { objection, ...counts }: SweepResult): void {
    if (objection !== undefined) this.log.warn({ event: 'sweep.refused', kind, objection, help: 'daymark doctor' })
    else if (counts.quarantined + counts.released + counts.removed > 0)
      this.log.info({ event: 'sweep.done', kind, ...counts })
  }
  programsFound(exiftool: string | null, dcraw: string | null): void {
    this.log.info({ event: 'media.programs', exiftool, dcraw })
  }
}
