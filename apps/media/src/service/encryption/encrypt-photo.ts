import { encryptedKey, isEncrypted, photoEncrypted, type Rendition as File } from '@daymark/contracts'
import { Database } from '@daymark/platform'
import { ObjectMissing } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { variantKeys } from '../variants/object-keys.ts'
import { Rendition, type Variants } from '../variants/rendition.entity.ts'
import { lockOf } from '../variants/renditions.ts'
import { EncryptedCopies } from './encrypted-copies.ts'
import { PlainObjects } from './plain-objects.ts'

/** All that is stored of a photo, encrypted: original, variants and what was made for downloads. */
@Injectable()
export class EncryptPhoto {
  constructor(
    private readonly db: Database,
    private readonly copies: EncryptedCopies,
    private readonly plain: PlainObjects,
  ) {}

  /** The lock is the photo's: nothing is made of it or removed meanwhile. A process that is killed has changed no row. */
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
      this.plain.keep(tx, made, photoId)
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
