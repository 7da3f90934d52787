import { createHash } from 'node:crypto'
import { encryptedKey } from '@daymark/contracts'
import { ObjectMissing, type Pieces, Storage } from '@daymark/storage'
import { Injectable } from '@nestjs/common'

/** Makes encrypted copies of plain objects. Overwrites an existing copy, which a killed process may have left incomplete. */
@Injectable()
export class EncryptedCopies {
  constructor(private readonly storage: Storage) {}

  get canEncrypt(): boolean {
    return this.storage.canEncrypt
  }

  /** Returns the keys whose objects exist. Verifies each copy by reading it, because the plain object will be removed. */
  async make(keys: string[]): Promise<string[]> {
    const made: string[] = []
    for (const key of keys) if (await this.copy(key)) made.push(key)
    return made
  }

  private async copy(key: string): Promise<boolean> {
    const source = await this.storage.get(key).catch(ifMissing)
    if (!source) return false
    const read = new Hashed(source)
    await this.storage.put(encryptedKey(key), read.pieces())
    const written = new Hashed(await this.storage.get(encryptedKey(key)))
    for await (const _ of written.pieces());
    if (written.digest() !== read.digest()) throw new Error(`the encrypted copy of ${key} is not what was written`)
    return true
  }
}

class Hashed {
  private readonly hash = createHash('sha256')
  constructor(private readonly source: Pieces) {}
  async *pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of this.source) {
      this.hash.update(piece)
      yield piece
    }
  }
  digest(): string {
    return this.hash.digest('hex')
  }
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}
