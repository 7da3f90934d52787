import { MARKS } from './store-mark.ts'
import { type ObjectEntry, ObjectMissing, type Storage, toBuffer } from '../storage.ts'

/**
 * Iterates over all objects of a kind, a limited number (`stretch`) per call, and restarts after the last object. The position is stored in
 * the object store.
 */
export class StoreCursor {
  private readonly place: string

  constructor(
    private readonly storage: Storage,
    private readonly prefix: string,
  ) {
    this.place = `${MARKS}cursor/${prefix.replace(/\/$/, '')}`
  }

  /** Yields the next `stretch` objects in groups of `group`. The position advances after the last group has been consumed. */
  async *next({ stretch, group }: { stretch: number; group: number }): AsyncGenerator<ObjectEntry[]> {
    let entries: ObjectEntry[] = []
    let scanned = 0
    let last: string | undefined
    for await (const entry of this.storage.list(this.prefix, await this.load())) {
      scanned++
      last = entry.key
      if (entries.push(entry) === group) {
        yield entries
        entries = []
      }
      if (scanned === stretch) break
    }
    if (entries.length > 0) yield entries
    await this.save(scanned === stretch ? last : undefined)
  }

  private async load(): Promise<string | undefined> {
    try {
      const key = (await toBuffer(await this.storage.get(this.place))).toString()
      return key.startsWith(this.prefix) ? key : undefined
    } catch (error) {
      if (error instanceof ObjectMissing) return undefined
      throw error
    }
  }

  private async save(key: string | undefined): Promise<void> {
    if (key === undefined) await this.storage.remove([this.place])
    else await this.storage.put(this.place, Buffer.from(key))
  }
}
