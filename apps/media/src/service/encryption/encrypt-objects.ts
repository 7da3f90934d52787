import { encryptedKey, type Rendition as StoredFile, isEncrypted, photoEncrypted } from '@daymark/contracts'
import { Clock, Database, type Tx } from '@daymark/platform'
import { HashMismatch, ignoreMissing, ObjectMissing, type ByteStream, Storage, verifyHash } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import { createHash, type Hash } from 'node:crypto'
import { variantKeys } from '../files/object-keys.ts'
import { Rendition, type RenditionFiles } from '../variants/rendition.entity.ts'
import { photoLockName } from '../variants/renditions.ts'
import { PlainObjects } from './plain-objects.ts'

/**
 * Creates encrypted objects from unencrypted (plain) objects. Overwrites an existing encrypted object, because a killed process may have
 * left it incomplete.
 */
@Injectable()
export class EncryptedCopies {
  constructor(private readonly storage: Storage) {}

  /**
   * Encrypts the objects with these keys. Reads each result back, because the plain object will be deleted. Returns those of the keys whose
   * objects exist and are now encrypted.
   */
  async create(keys: string[]): Promise<string[]> {
    const copiedKeys: string[] = []
    for (const key of keys) if (await this.copy(key)) copiedKeys.push(key)
    return copiedKeys
  }

  private async copy(key: string): Promise<boolean> {
    const source = await this.storage.get(key).catch(ignoreMissing)
    if (!source) return false
    const hash = createHash('sha256')
    await this.storage.put(encryptedKey(key), updateHash(hash, source))
    try {
      for await (const _ of verifyHash(await this.storage.get(encryptedKey(key)), hash.digest('hex')));
    } catch (error) {
      if (!(error instanceof HashMismatch)) throw error
      throw new Error(`the encrypted copy of ${key} differs from the plain object`, { cause: error })
    }
    return true
  }
}

async function* updateHash(hash: Hash, pieces: ByteStream): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

/** Encrypts all stored files of a photo: original, variants and download sizes. */
@Injectable()
export class EncryptPhoto {
  constructor(
    private readonly db: Database,
    private readonly copies: EncryptedCopies,
    private readonly plainObjects: PlainObjects,
  ) {}

  /**
   * Encrypts a photo if necessary. Locks the photo, so that no other process renders or removes its files, and updates the row after all
   * files are encrypted.
   */
  async run(photoId: string): Promise<void> {
    await this.db.whileLocked(photoLockName(photoId), async em => {
      const row = await em.findOneBy(Rendition, { photoId })
      if (row && needsEncryption(row)) await this.encrypt(row)
    })
  }

  private async encrypt({ photoId, ownerId, objectKey: key, variants }: Rendition): Promise<void> {
    const replacedKeys = await this.copies.create([key, ...variantKeys(photoId).filter(other => !isEncrypted(other))])
    if (!replacedKeys.includes(key)) throw new ObjectMissing(key)
    const objectKey = encryptedKey(key)
    await this.db.commit(async tx => {
      tx.update(Rendition, photoId, { objectKey, variants: variants && withEncryptedKeys(variants) })
      this.plainObjects.record(tx, replacedKeys, photoId)
      tx.emit(photoEncrypted, photoId, { photoId, ownerId, objectKey })
    })
  }
}

const needsEncryption = ({ status, objectKey }: Rendition): boolean =>
  (status === 'ready' || status === 'failed') && !isEncrypted(objectKey)

const withEncryptedKeys = (variants: RenditionFiles): RenditionFiles =>
  Object.fromEntries(
    Object.entries(variants).map(([size, file]: [string, StoredFile]) => [
      size,
      { ...file, key: encryptedKey(file.key) },
    ]),
  ) as RenditionFiles

/** Tables and columns that contain the keys of logos and watermarked files. Only this service refers to these objects. */
const OBJECT_KEY_COLUMNS = [
  ['watermarked_files', 'rendition'],
  ['watermarks', 'image'],
  ['studio_logos', 'logo'],
] as const
const WATERMARKS_PER_BATCH = 100

/** Encrypts the logos and watermarked files of an owner. */
@Injectable()
export class EncryptWatermarks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly copies: EncryptedCopies,
    private readonly plainObjects: PlainObjects,
  ) {}

  /**
   * Encrypts at most WATERMARKS_PER_BATCH objects per table for one owner. Returns whether it encrypted any, because there may then be
   * more.
   */
  async encryptBatch(ownerId: string): Promise<boolean> {
    let encryptedCount = 0
    for (const [table, column] of OBJECT_KEY_COLUMNS) {
      const rows = await this.db.sql<{ key: string }>(
        `SELECT ${column} ->> 'key' AS key FROM ${table} WHERE owner_id = $1 AND ${column} ->> 'key' NOT LIKE '%.dm1' LIMIT $2`,
        [ownerId, WATERMARKS_PER_BATCH],
      )
      const replacedKeys = await this.copies.create(rows.map(({ key }) => key))
      encryptedCount += replacedKeys.length
      if (replacedKeys.length > 0)
        await this.db.commit(async tx => {
          replaceKeys(tx, { table, column, ownerId, keys: replacedKeys })
          this.plainObjects.record(tx, replacedKeys, null, this.clock.now())
        })
    }
    return encryptedCount > 0
  }
}

type KeyReplacement = { table: string; column: string; ownerId: string; keys: string[] }

function replaceKeys(tx: Tx, { table, column, ownerId, keys }: KeyReplacement): void {
  tx.send(
    `UPDATE ${table} t SET ${column} = jsonb_set(t.${column}, '{key}', to_jsonb(changed.encrypted))
     FROM unnest($2::text[], $3::text[]) AS changed (plain, encrypted)
     WHERE t.owner_id = $1 AND t.${column} ->> 'key' = changed.plain`,
    [ownerId, keys, keys.map(encryptedKey)],
  )
}
