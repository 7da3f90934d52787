import { encryptedKey, isEncrypted, photoEncrypted, type Rendition as File } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { ObjectMissing } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { variantKeys } from '../files/object-keys.ts'
import { Rendition, type Variants } from '../variants/rendition.entity.ts'
import { lockOf } from '../variants/renditions.ts'
import { EncryptedCopies } from './encrypted-copies.ts'
import { PlainObjects } from './plain-objects.ts'

/** Encrypts all stored files of a photo: the original, variants and download sizes. */
@Injectable()
export class EncryptPhoto {
  constructor(
    private readonly db: Database,
    private readonly copies: EncryptedCopies,
    private readonly plain: PlainObjects,
  ) {}

  /** Holds the lock of the photo, so that nothing is rendered or removed at the same time. Rows change only at the end. */
  async run(photoId: string): Promise<void> {
    await this.db.whileLocked(lockOf(photoId), async em => {
      const row = await em.findOneBy(Rendition, { photoId })
      if (row && isDue(row)) await this.encrypt(row)
    })
  }

  private async encrypt({ photoId, ownerId, objectKey: key, variants }: Rendition): Promise<void> {
    const made = await this.copies.make([key, ...variantKeys(photoId).filter(other => !isEncrypted(other))])
    if (!made.includes(key)) throw new ObjectMissing(key)
    const objectKey = encryptedKey(key)
    await this.db.commit(async tx => {
      tx.update(Rendition, photoId, { objectKey, variants: variants && encrypted(variants) })
      this.plain.record(tx, made, photoId)
      tx.emit(photoEncrypted, photoId, { photoId, ownerId, objectKey })
    })
  }
}

const isDue = ({ status, objectKey }: Rendition): boolean =>
  (status === 'ready' || status === 'failed') && !isEncrypted(objectKey)

const encrypted = (variants: Variants): Variants =>
  Object.fromEntries(
    Object.entries(variants).map(([size, file]: [string, File]) => [size, { ...file, key: encryptedKey(file.key) }]),
  ) as Variants
