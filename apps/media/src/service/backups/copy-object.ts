import type { ArchivedObject, BackupTarget, FailedObject } from '@daymark/contracts'
import {
  backupKeys,
  BackupStores,
  RateLimiter,
  EncryptionKeyMissing,
  verifyHash,
  HashMismatch,
  ObjectDamaged,
  ObjectMissing,
  type Pieces,
  SizeMismatch,
  Storage,
  StorageFull,
} from '@daymark/storage'
import { Injectable } from '@nestjs/common'

export type Copying = { what: 'copy' | 'restore' | 'verify'; target: BackupTarget; userId: string }

/** Copies one object to a backup, restores it, or verifies the backup. Streams the object and compares its hash. */
@Injectable()
export class ObjectCopier {
  /** Called for every error. */
  onFailure: (error: unknown, job: Copying, object: ArchivedObject) => void = () => {}
  private readonly paces: Record<BackupTarget, RateLimiter>
  constructor(
    private readonly storage: Storage,
    private readonly stores: BackupStores,
  ) {
    const { backup, offsite } = stores.rates
    this.paces = { backup: new RateLimiter(backup), offsite: new RateLimiter(offsite) }
  }

  /** Returns undefined on success. */
  async run(job: Copying, object: ArchivedObject): Promise<FailedObject['reason'] | undefined> {
    try {
      await this[job.what](job, object)
      return undefined
    } catch (error) {
      this.onFailure(error, job, object)
      // a copy that cannot be decrypted with the present keys is useless
      return job.what === 'verify' && error instanceof EncryptionKeyMissing ? 'damaged' : reasonOf(error)
    }
  }

  private async copy({ target, userId }: Copying, { key, sha256, size }: ArchivedObject): Promise<void> {
    const bytes = this.paced(target, await this.storage.get(key))
    await this.store(target).put(backupKeys.object(userId, sha256), verifyHash(bytes, sha256), { size })
  }

  /** Never overwrites an existing object, which may belong to a photo. */
  private async restore({ target, userId }: Copying, { key, sha256, size }: ArchivedObject): Promise<void> {
    if (await this.lies(key)) return
    const bytes = this.paced(target, await this.store(target).get(backupKeys.object(userId, sha256)))
    await this.storage.put(key, verifyHash(bytes, sha256), { size })
  }

  private async verify({ target, userId }: Copying, { sha256 }: ArchivedObject): Promise<void> {
    const bytes = this.paced(target, await this.store(target).get(backupKeys.object(userId, sha256)))
    for await (const _ of verifyHash(bytes, sha256));
  }

  private async lies(key: string): Promise<boolean> {
    return this.storage.stat(key).then(
      () => true,
      error => {
        if (error instanceof ObjectMissing) return false
        throw error
      },
    )
  }

  private paced = (target: BackupTarget, pieces: Pieces): Pieces => this.paces[target].limit(pieces)

  private store(target: BackupTarget): Storage {
    const store = this.stores[target]
    if (!store) throw new Error(`there is no store for the target ${target}`)
    return store
  }
}

function reasonOf(error: unknown): FailedObject['reason'] {
  if (error instanceof ObjectMissing) return 'missing'
  if ([HashMismatch, SizeMismatch, ObjectDamaged].some(type => error instanceof type)) return 'damaged'
  return error instanceof StorageFull ? 'full' : 'away'
}
