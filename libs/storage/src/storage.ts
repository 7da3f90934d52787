import type { DiskSpace } from './folder/disk.ts'

/** A byte range with inclusive ends, as in HTTP. It must lie within the object; call `stat` first if the size is unknown. */
export type ByteRange = { start: number; end: number }
export type ObjectStat = { size: number; modified: Date }
export type ObjectEntry = ObjectStat & { key: string }
/**
 * A stream of byte arrays (pieces). The consumer may change a piece but must not use it after requesting the next one, because its memory
 * is reused.
 */
export type ByteStream = AsyncIterable<Uint8Array>
export type PutBody = ByteStream | Uint8Array
export type PutOptions = {
  /** Expected size; a body of another size is rejected and not stored. */
  size?: number
  /** Rejects with ObjectExists if the key exists. One of several concurrent calls succeeds. */
  ifAbsent?: boolean
}

/**
 * Stores originals, variants and archives. Keys are opaque (segments of [A-Za-z0-9._-] joined by `/`): names, types and owners are in the
 * database. It is an abstract class, so that Nest can inject it by type.
 */
export abstract class Storage {
  /**
   * Stores an object atomically: the key has either the complete new body or its previous content. Resolves when the bytes survive a power
   * failure.
   */
  abstract put(key: string, body: PutBody, options?: PutOptions): Promise<{ size: number }>
  /**
   * Reads an object. Rejects with ObjectMissing before the first byte. The caller must iterate over the result; stopping early releases it.
   */
  abstract get(key: string, range?: ByteRange): Promise<ByteStream>
  /**
   * Reads a small object of the expected size into a buffer of its own. If the object is longer, the result is longer too. Rejects with
   * ObjectMissing.
   */
  async read(key: string, _size: number): Promise<Buffer> {
    return toBuffer(await this.get(key))
  }
  /**
   * Reads the beginning of an object into `target` synchronously. Returns undefined if the read might block for long; the caller then uses
   * `read`. Throws ObjectMissing.
   */
  readSync(_key: string, _target: Buffer): Buffer | undefined {
    return undefined
  }
  /** Returns size and time of an object. Rejects with ObjectMissing. */
  abstract stat(key: string): Promise<ObjectStat>
  /** Renames an object. Replaces an object with the new key. Rejects with ObjectMissing. Not for objects larger than 5 GB. */
  abstract move(from: string, to: string): Promise<void>
  /** Removes objects. Missing keys are ignored, so that a removal can be repeated. */
  abstract remove(keys: string[]): Promise<void>
  /**
   * Lists objects in an order that depends on the driver. The prefix is compared as text: `a/b` finds `a/b`, `a/bc` and `a/b/c`. With
   * `after`, lists only objects after this key, which need not exist; the prefix must then belong to one kind of object.
   */
  abstract list(prefix: string, after?: string): AsyncIterable<ObjectEntry>
  /** Resolves if the store can be used, rejects otherwise. It is cheap enough for a readiness probe. */
  abstract ready(): Promise<void>
  /** Whether an encryption key exists, so that objects can be stored encrypted (with object keys that end in `.dm1`). */
  get canEncrypt(): boolean {
    return false
  }
  /** Disk space of the store. The method is undefined if objects are not files. */
  space?(): Promise<DiskSpace>
  /** The path of an object's file. The method is undefined if objects are not files. */
  localPath?(key: string): string | undefined
}

/** Stores objects as they are, without encryption. */
export abstract class StorageDriver extends Storage {
  /**
   * Replaces the first bytes of an object. If possible, the driver leaves the other bytes in place. `steps` are applied one after another;
   * a driver that replaces whole objects uses only the last step. After a crash the object has the result of one of the steps, possibly with
   * a torn write within one step.
   */
  abstract rewriteHead(key: string, steps: Uint8Array[]): Promise<void>
}

/** Collects all pieces of a small object. */
export async function toBuffer(pieces: ByteStream): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
  constructor(readonly key: string) {
    super(`no such object: ${key}`)
  }
}

/** Handles a rejection: returns undefined for ObjectMissing and rethrows every other error. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}

/** Thrown if an object with this key already exists. The object was not changed. */
export class ObjectExists extends Error {
  override name = 'ObjectExists'
  constructor(readonly key: string) {
    super(`the object already exists: ${key}`)
  }
}

/** Thrown if the disk or the quota of the bucket is full. The object was not stored. */
export class StorageFull extends Error {
  override name = 'StorageFull'
  constructor(key: string, cause?: unknown) {
    super(`no space left to store ${key}`, { cause })
  }
}

/** Thrown if the body did not have the expected size. The object was not stored. */
export class SizeMismatch extends Error {
  override name = 'SizeMismatch'
  constructor(key: string, expected: number, actual: number) {
    super(`${key}: expected ${expected} bytes, got ${actual}`)
  }
}

/** Maximum length of a key. The folder driver uses the key as a file name, which most file systems limit to 255 bytes. */
const MAX_KEY_LENGTH = 240
const KEY_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/
const PREFIX_PATTERN = /^([A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?)?$/

/**
 * Throws TypeError unless the key has at least two segments that do not start with a dot. The first segment is the kind of object
 * (`originals/…`).
 */
export function checkKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !KEY_PATTERN.test(key))
    throw new TypeError(`not an object key: ${JSON.stringify(key)}`)
  return key
}
export function checkPrefix(prefix: string): string {
  if (!PREFIX_PATTERN.test(prefix)) throw new TypeError(`not a key prefix: ${JSON.stringify(prefix)}`)
  return prefix
}

/**
 * Thrown if an encrypted object differs from the one that was stored: it was changed, truncated or assembled from other objects, or belongs
 * to another key. A retry cannot help.
 */
export class ObjectDamaged extends Error {
  override name = 'ObjectDamaged'
  constructor(readonly key: string) {
    super(`the encrypted object ${key} is damaged or was replaced`)
  }
}

/** Thrown if there is no encryption key for a new object, or none of the keys with which an object was encrypted. */
export class EncryptionKeyMissing extends Error {
  override name = 'EncryptionKeyMissing'
  constructor(key: string, ids: string[]) {
    super(
      ids.length === 0
        ? `no encryption key is configured to encrypt ${key}`
        : `${key} is encrypted with the key ${ids.join(' or ')}, which is not configured`,
    )
  }
}
