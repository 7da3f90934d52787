import { plainAndEncryptedKey, errors } from '@daymark/contracts'
import type { Storage } from '@daymark/storage'
import type { Request } from 'express'

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
