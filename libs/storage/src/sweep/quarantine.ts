import { type ObjectEntry, ObjectMissing, type Storage } from '../storage.ts'

const NOTES = 'quarantine/'
const DAY_MS = 24 * 3_600_000

/**
 * Objects that appear to be unreferenced. They stay readable under their keys; a note in the store records the start of the quarantine.
 * If an object turns out to be referenced, only its note is removed.
 */
export class Quarantine {
  /** Key prefix of the notes of one kind of object. */
  readonly prefix: string

  constructor(
    private readonly storage: Storage,
    kind: string,
    private readonly days: number,
  ) {
    this.prefix = `${NOTES}${kind}`
  }

  /** Adds objects to the quarantine. Returns the number of objects that were not in it before. */
  async add(keys: string[]): Promise<number> {
    let added = 0
    for (const key of keys) {
      if (await this.holds(key)) continue
      await this.storage.put(NOTES + key, Buffer.alloc(0))
      added++
    }
    return added
  }

  /** Ends the quarantine of objects that are referenced or removed. */
  async release(keys: string[]): Promise<void> {
    await this.storage.remove(keys.map(key => NOTES + key))
  }

  /** The object that a note is about. */
  keyOf(note: ObjectEntry): string {
    return note.key.slice(NOTES.length)
  }

  isOver({ modified }: ObjectEntry, now: Date): boolean {
    return now.getTime() - modified.getTime() >= this.days * DAY_MS
  }

  private async holds(key: string): Promise<boolean> {
    try {
      await this.storage.stat(NOTES + key)
      return true
    } catch (error) {
      if (error instanceof ObjectMissing) return false
      throw error
    }
  }
}
