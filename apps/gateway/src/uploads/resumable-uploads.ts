import { plainAndEncryptedKey, errors, keyEncryptedLike, plainKey, PARTIAL_UPLOADS } from '@daymark/contracts'
import { type ObjectEntry, ObjectMissing, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'
import { createHash } from 'node:crypto'
import { setTimeout as delay, setImmediate as socketsRead } from 'node:timers/promises'

/** `held`: the key under which the beginning lies. */
type Parts = { request: Request; storage: Storage; place: string; held?: string; offset: number }

/** A request whose file may have begun in an earlier one, and may go on in a later one. */
export class ResumableUpload {
  /** Set once the connection broke: what went through `whole` is only the beginning. */
  broken?: unknown
  readonly place: string
  readonly offset: number
  private readonly heldKey: string
  private readonly request: Request
  private readonly storage: Storage

  constructor({ request, storage, place, held = place, offset }: Parts) {
    this.request = request
    this.storage = storage
    this.place = place
    this.heldKey = held
    this.offset = offset
  }

  /** The file from its first byte. A connection that breaks ends it early instead of failing it. */
  async *whole(arriving: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield* this.held()
    try {
      yield* arriving
    } catch (error) {
      if (!this.isBroken()) throw error
      this.broken = error
    }
  }

  /** Exactly so much as was said: another process may hold more, or less, of the same file by now. */
  private async *held(): AsyncGenerator<Buffer> {
    if (this.offset === 0) return
    let read = 0
    for await (const { buffer, byteOffset, byteLength } of await this.storage.get(this.heldKey, {
      start: 0,
      end: this.offset - 1,
    })) {
      read += byteLength
      yield Buffer.from(buffer, byteOffset, byteLength)
    }
    if (read < this.offset) throw errors.UPLOAD_OFFSET({ offset: read })
  }

  /** The client went away; anything else that fails is an answer to it. */
  isBroken(): boolean {
    return !this.request.complete
  }

  async forget(): Promise<void> {
    await this.storage.remove(plainAndEncryptedKey(this.place))
  }
}

const KIND = 'partials/'
/** Per owner, and of all their guests; the oldest gives way. */
const MAX_HELD = 20
const HOUR_MS = 3_600_000
/** How long a connection says nothing before it counts as broken, and the time between two checks. */
const LOOK_MS = 200
const MAX_LOOKS = 10
/** What has arrived and waits for a slow store is given so many looks more. */
const MAX_LOOKS_BEHIND = 150

/** `among`: of all held for the same one only some are; `prefix`: keeps their keys apart. */
export type Held = { among: string; prefix?: string }
type Releasing = { release(places: string[]): Promise<unknown> }
type Arriving = { request: Request; ended: Promise<void> }

/**
 * Beginnings of large files whose connection broke, held as objects until the client continues or a time is over. They count as
 * library keeps account of them (`reservation` of the calls that authorize); only their owner finds them, by the key of the upload.
 */
@Injectable()
export class ResumableUploads {
  private readonly arriving = new Map<string, Arriving>()

  constructor(private readonly storage: Storage) {}

  /**
   * One request of an upload at a time, as far as this process sees. Two gateways may each take one: then both store the whole file
   * under keys of their own, library makes one photo of them, and what the one holds later replaces what the other held, which is
   * the beginning of the same file.
   */
  async alone<T>(request: Request, place: string, work: () => Promise<T>): Promise<T> {
    // Nothing may be awaited between the last look and the entry, or two who wait for the same one both come in.
    for (let earlier = this.arriving.get(place); earlier; earlier = this.arriving.get(place)) await endOf(earlier)
    const working = work()
    const quiet = () => undefined
    this.arriving.set(place, { request, ended: working.then(quiet, quiet) })
    try {
      return await working
    } finally {
      this.arriving.delete(place)
    }
  }

  /** How much of the upload is held. */
  async offset(place: string): Promise<number> {
    const earlier = this.arriving.get(place)
    if (earlier) await endOf(earlier)
    return (await this.heldAt(place)).size
  }

  /** UPLOAD_OFFSET unless exactly so much is held; an upload that begins anew forgets what was. */
  async open(request: Request, place: string, offset: number): Promise<ResumableUpload> {
    const held = offset === 0 ? { key: place, size: 0 } : await this.heldAt(place)
    if (held.size !== offset) throw errors.UPLOAD_OFFSET({ offset: held.size })
    return new ResumableUpload({ request, storage: this.storage, place, held: held.key, offset })
  }

  /** What arrived of a broken upload, instead of what was held of it before; encrypted as its photo is to be. */
  async hold(objectKey: string, { place }: ResumableUpload, to: Releasing): Promise<void> {
    const key = keyEncryptedLike(objectKey, place)
    await this.storage.move(objectKey, key)
    await this.storage.remove(plainAndEncryptedKey(place).filter(other => other !== key))
    const all: ObjectEntry[] = []
    for await (const entry of this.storage.list(place.slice(0, place.lastIndexOf('/') + 1))) all.push(entry)
    const oldest = all.sort((a, b) => b.modified.getTime() - a.modified.getTime()).slice(MAX_HELD)
    await this.storage.remove(oldest.map(({ key }) => key))
    if (oldest.length > 0) await to.release(oldest.map(({ key }) => plainKey(key))).catch(() => undefined)
  }

  /** An upload of which nothing is held does not count any more. If this cannot be recorded now, it ends after a while by itself. */
  async release(place: string, to: Releasing): Promise<void> {
    const { size } = await this.heldAt(place).catch(() => ({ size: 1 }))
    if (size === 0) await to.release([place]).catch(() => undefined)
  }

  /** What nobody came back for; how many there were. */
  async sweep(now: Date): Promise<number> {
    const over: string[] = []
    for await (const { key, modified } of this.storage.list(KIND))
      if (now.getTime() - modified.getTime() > hoursOf(key) * HOUR_MS) over.push(key)
    await this.storage.remove(over)
    return over.length
  }

  private async heldAt(place: string): Promise<{ key: string; size: number }> {
    for (const key of plainAndEncryptedKey(place)) {
      const found = await this.storage.stat(key).catch(ifMissing)
      if (found) return { key, size: found.size }
    }
    return { key: place, size: 0 }
  }
}

/** A client that lost its network comes back before the server has noticed: what hangs there is ended, so that it is held. */
async function endOf({ request, ended }: Arriving): Promise<void> {
  await silence(request)
  if (!isOver(request)) request.destroy()
  await ended
}

/** What the client had sent before it lost its network is still read; a client that goes on sending is not waited for. */
async function silence(request: Request): Promise<void> {
  const { socket } = request
  const looks = { all: 0, behind: 0 }
  for (let seen = -1; looks.all < MAX_LOOKS && looks.behind < MAX_LOOKS_BEHIND && !isOver(request);) {
    // bytes that nobody has taken yet: the store is slow, or what was held before is still being read again
    const isBehind = request.readableLength > 0
    if (!isBehind && socket.bytesRead === seen) return
    seen = socket.bytesRead
    looks[isBehind ? 'behind' : 'all']++
    await delay(LOOK_MS)
    // A process that was busy runs its timers first: what lay unread in the sockets is not silence.
    await socketsRead()
  }
}

/** Guests of an owner are held under the owner's id and this ending. */
export const GUESTS = '-guests'
const hoursOf = (key: string): number =>
  key.includes(`${GUESTS}/`) ? PARTIAL_UPLOADS.guestHours : PARTIAL_UPLOADS.ownerHours

/** Where the beginning of an upload is held. */
export const placeOf = ({ among, prefix = '' }: Held, key: string): string =>
  `${KIND}${among}/${createHash('sha256')
    .update(prefix + key)
    .digest('hex')}`
function ifMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}
const isOver = (request: Request): boolean => request.complete || request.destroyed
