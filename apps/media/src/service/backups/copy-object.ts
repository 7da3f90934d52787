import type { ArchivedObject, BackupTarget, FailedObject } from '@daymark/contracts'
import {
  backupKeys,
  BackupStores,
  RateLimiter,
  EncryptionKeyMissing,
  ignoreMissing,
  verifyHash,
  HashMismatch,
  ObjectDamaged,
  ObjectMissing,
  type ByteStream,
  SizeMismatch,
  Storage,
  StorageFull,
} from '@daymark/storage'
import { Injectable } from '@nestjs/common'

export type CopyTask = { what: 'copy' | 'restore' | 'verify'; target: BackupTarget; userId: string }

/** Copies an object to a backup store, restores it from there, or verifies it there. Checks the hash while the bytes are transferred. */
@Injectable()
export class ObjectCopier {
  onFailure: (error: unknown, task: CopyTask, object: ArchivedObject) => void = () => {}
  private readonly rateLimiters: Record<BackupTarget, RateLimiter>
  constructor(
    private readonly storage: Storage,
    private readonly stores: BackupStores,
  ) {
    const { backup, offsite } = stores.maxBytesPerSecond
    this.rateLimiters = { backup: new RateLimiter(backup), offsite: new RateLimiter(offsite) }
  }

  /** Performs the task. Returns the reason if it failed, undefined if it succeeded. */
  async run(task: CopyTask, object: ArchivedObject): Promise<FailedObject['reason'] | undefined> {
    try {
      await this[task.what](task, object)
      return undefined
    } catch (error) {
      this.onFailure(error, task, object)
      // an object in the backup store that the configured keys cannot decrypt cannot be restored
      return task.what === 'verify' && error instanceof EncryptionKeyMissing ? 'damaged' : failureReasonOf(error)
    }
  }

  private async copy({ target, userId }: CopyTask, { key, sha256, size }: ArchivedObject): Promise<void> {
    const bytes = this.limitRate(target, await this.storage.get(key))
    await this.store(target).put(backupKeys.object(userId, sha256), verifyHash(bytes, sha256), { size })
  }

  /** Copies an object back to the photo store. Does not overwrite an existing object, which a photo may use. */
  private async restore({ target, userId }: CopyTask, { key, sha256, size }: ArchivedObject): Promise<void> {
    if (await this.storage.stat(key).catch(ignoreMissing)) return
    const bytes = this.limitRate(target, await this.store(target).get(backupKeys.object(userId, sha256)))
    await this.storage.put(key, verifyHash(bytes, sha256), { size })
  }

  private async verify({ target, userId }: CopyTask, { sha256 }: ArchivedObject): Promise<void> {
    const bytes = this.limitRate(target, await this.store(target).get(backupKeys.object(userId, sha256)))
    for await (const _ of verifyHash(bytes, sha256));
  }

  private limitRate = (target: BackupTarget, pieces: ByteStream): ByteStream => this.rateLimiters[target].limit(pieces)

  private store(target: BackupTarget): Storage {
    const store = this.stores[target]
    if (!store) throw new Error(`no store is configured for ${target} backups`)
    return store
  }
}

function failureReasonOf(error: unknown): FailedObject['reason'] {
  if (error instanceof ObjectMissing) return 'missing'
  if ([HashMismatch, SizeMismatch, ObjectDamaged].some(type => error instanceof type)) return 'damaged'
  return error instanceof StorageFull ? 'full' : 'away'
}
