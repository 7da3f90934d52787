import type { ObjectEntry, Storage } from './storage.ts'
import { ObjectMissing } from './storage.ts'

const NOTES = 'quarantine/'
const DAY_MS = 24 * 3_600_000

/**
 * Objects that seem to belong to nobody. They stay where they are and can be read; a note in the store records since when, so that
 * what turns out to be somebody's loses its note and nothing else.
 */
export class Quarantine {
  /** Where the notes of one kind of object lie. */
  readonly prefix: string

  constructor(
    private readonly storage: Storage,
    kind: string,
    private readonly days: number,
  ) {
    this.prefix = `${NOTES}${kind}`
  }

  /** Answers how many were not in it yet. */
  async add(keys: string[]): Promise<number> {
    let added = 0
    for (const key of keys) {
      if (await this.holds(key)) continue
      await this.storage.put(NOTES + key, Buffer.alloc(0))
      added++
    }
    return added
  }

  /** They are somebody's, or gone. */
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
