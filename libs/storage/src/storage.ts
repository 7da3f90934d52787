import type { DiskSpace } from './disk-space.ts'

/** Both ends inclusive, as in HTTP. It must lie within the object; ask `stat` first where the size is not known. */
export type ByteRange = { start: number; end: number }
export type ObjectStat = { size: number; modified: Date }
export type ObjectEntry = ObjectStat & { key: string }
/**
 * Bytes, one piece after another. Who takes a piece may change it, and is done with it when asking for the next: the memory may
 * then be used anew.
 */
export type Pieces = AsyncIterable<Uint8Array>
export type PutBody = Pieces | Uint8Array
export type PutOptions = {
  /** The size the body must have; a body that is shorter or longer is refused and leaves nothing. */
  size?: number
  /** Rejects with ObjectExists where the key is taken. Of several who try at once one succeeds. */
  ifAbsent?: boolean
}

/**
 * Where originals, variants and archives are kept. Keys are opaque (`/`-joined segments of [A-Za-z0-9._-]): names, types and
 * owners live in the database. An abstract class and not an interface, so that Nest can inject it by type.
 */
export abstract class Storage {
  /** All or nothing: the key shows the whole body or what it showed before. Resolves when the bytes survive a power cut. */
  abstract put(key: string, body: PutBody, options?: PutOptions): Promise<{ size: number }>
  /** Rejects with ObjectMissing before the first byte. The caller must iterate what it gets; to leave early is to let go. */
  abstract get(key: string, range?: ByteRange): Promise<Pieces>
  /** A small object of this size as a whole, which lasts; one that is longer shows it. Rejects with ObjectMissing. */
  async read(key: string, _size: number): Promise<Buffer> {
    return whole(await this.get(key))
  }
  /**
   * The beginning of an object, at most as much as `room` takes and in it: where that needs no waiting. Undefined where it may, and
   * then `read` is for it. Throws ObjectMissing.
   */
  readAtOnce(_key: string, _room: Buffer): Buffer | undefined {
    return undefined
  }
  /** Rejects with ObjectMissing. */
  abstract stat(key: string): Promise<ObjectStat>
  /** Gives an object another key, where it replaces what was there. Rejects with ObjectMissing. Not for sizes beyond 5 GB. */
  abstract move(from: string, to: string): Promise<void>
  /** Keys that are not there are no error, so that a removal can be repeated. */
  abstract remove(keys: string[]): Promise<void>
  /**
   * In an order of the driver's own. The prefix is compared as text: `a/b` finds `a/b`, `a/bc` and `a/b/c`. `after`: only what comes
   * behind this key in that order, whether it is still there or not; for a prefix within one kind of object.
   */
  abstract list(prefix: string, after?: string): AsyncIterable<ObjectEntry>
  /** Resolves when the store can be used; cheap enough for a readiness probe. */
  abstract ready(): Promise<void>
  /** Whether there is a key, so that objects can be stored encrypted (under keys that end in `.dm1`). */
  get canEncrypt(): boolean {
    return false
  }
  /**
   * Puts other bytes in the place of an object's first ones, the rest stays as it is and where the driver can is not written anew.
   * `steps`: one after the other; a driver whose objects change as a whole takes the last. A crash leaves the object as one of the
   * steps made it, or within the bytes of one step torn.
   */
  abstract rewriteHead(key: string, steps: Uint8Array[]): Promise<void>
  /** Of the disk, where objects are files. */
  space?(): Promise<DiskSpace>
  /** A path to read the object from without copying it; undefined where objects are not files. */
  localPath?(key: string): string | undefined
}

/** As a whole, which lasts. For what is known to be small. */
export async function whole(pieces: Pieces): Promise<Buffer> {
  const kept: Buffer[] = []
  for await (const piece of pieces) kept.push(Buffer.from(piece))
  return Buffer.concat(kept)
}

export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
  constructor(readonly key: string) {
    super(`no such object: ${key}`)
  }
}

/** The key is taken already, and shows what it showed before. */
export class ObjectExists extends Error {
  override name = 'ObjectExists'
  constructor(readonly key: string) {
    super(`there is an object already: ${key}`)
  }
}

/** The disk or the bucket's quota is full. Nothing of the object was kept. */
export class StorageFull extends Error {
  override name = 'StorageFull'
  constructor(key: string, cause?: unknown) {
    super(`no space left to store ${key}`, { cause })
  }
}

/** The body did not have the size it was announced with. Nothing of the object was kept. */
export class SizeMismatch extends Error {
  override name = 'SizeMismatch'
  constructor(key: string, expected: number, actual: number) {
    super(`${key}: expected ${expected} bytes, got ${actual}`)
  }
}

/** The folder driver turns a key into one file name, which most file systems cap at 255 bytes. */
const MAX_KEY_LENGTH = 240
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/
const PREFIX = /^([A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?)?$/

/** A key has two segments at least; the first names the kind of object (`originals/…`). No segment begins with a dot. */
export function checkKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new TypeError(`not an object key: ${JSON.stringify(key)}`)
  return key
}
export function checkPrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new TypeError(`not a key prefix: ${JSON.stringify(prefix)}`)
  return prefix
}
