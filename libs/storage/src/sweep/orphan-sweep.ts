import { DAY_MS } from '@daymark/contracts'
import { ignoreMissing, type ObjectEntry, type Storage, toBuffer } from '../storage.ts'
import { type Installation, MARKS_PREFIX, StoreMark } from './store-mark.ts'

const QUARANTINE_PREFIX = 'quarantine/'

/**
 * Objects that appear to be unreferenced. They stay readable under their keys. For each of them the store contains a note: an empty object
 * whose time is the start of the quarantine. If an object turns out to be referenced, only its note is removed.
 */
export class Quarantine {
  /** Key prefix of the notes about one kind of object. */
  readonly notesPrefix: string

  constructor(
    private readonly storage: Storage,
    kind: string,
    private readonly days: number,
  ) {
    this.notesPrefix = `${QUARANTINE_PREFIX}${kind}`
  }

  /** Adds objects to the quarantine. Returns the number of objects that were not in it before. */
  async add(keys: string[]): Promise<number> {
    let added = 0
    for (const key of keys) {
      if (await this.isQuarantined(key)) continue
      await this.storage.put(QUARANTINE_PREFIX + key, Buffer.alloc(0))
      added++
    }
    return added
  }

  /** Ends the quarantine of objects that are referenced or removed. */
  async release(keys: string[]): Promise<void> {
    await this.storage.remove(keys.map(key => QUARANTINE_PREFIX + key))
  }

  /** The key of the object to which a note belongs. */
  keyOf(note: ObjectEntry): string {
    return note.key.slice(QUARANTINE_PREFIX.length)
  }

  hasEnded({ modified }: ObjectEntry, now: Date): boolean {
    return now.getTime() - modified.getTime() >= this.days * DAY_MS
  }

  private async isQuarantined(key: string): Promise<boolean> {
    return (await this.storage.stat(QUARANTINE_PREFIX + key).catch(ignoreMissing)) !== undefined
  }
}

/**
 * Iterates over all objects with a key prefix, up to `maxObjects` per call, and starts again after the last object. The position is stored
 * in the object store.
 */
export class StoreCursor {
  private readonly cursorKey: string

  constructor(
    private readonly storage: Storage,
    private readonly prefix: string,
  ) {
    this.cursorKey = `${MARKS_PREFIX}cursor/${prefix.replace(/\/$/, '')}`
  }

  /** Yields the next `maxObjects` objects in batches of `batchSize`. The position advances after the last batch has been consumed. */
  async *nextBatches({
    maxObjects,
    batchSize,
  }: {
    maxObjects: number
    batchSize: number
  }): AsyncGenerator<ObjectEntry[]> {
    let entries: ObjectEntry[] = []
    let scanned = 0
    let lastKey: string | undefined
    for await (const entry of this.storage.list(this.prefix, await this.load())) {
      scanned++
      lastKey = entry.key
      if (entries.push(entry) === batchSize) {
        yield entries
        entries = []
      }
      if (scanned === maxObjects) break
    }
    if (entries.length > 0) yield entries
    await this.save(scanned === maxObjects ? lastKey : undefined)
  }

  private async load(): Promise<string | undefined> {
    const pieces = await this.storage.get(this.cursorKey).catch(ignoreMissing)
    const key = pieces && (await toBuffer(pieces)).toString()
    return key?.startsWith(this.prefix) ? key : undefined
  }

  private async save(key: string | undefined): Promise<void> {
    if (key === undefined) await this.storage.remove([this.cursorKey])
    else await this.storage.put(this.cursorKey, Buffer.from(key))
  }
}

/** How a service recognizes unreferenced objects of one kind. */
export type OrphanRule = {
  /** Key prefix, such as `originals/`. */
  kind: string
  quarantineDays: number
  installation(): Promise<Installation>
  /** Whether the object may be unreferenced, judging by its name and age. */
  isSuspect(entry: ObjectEntry): boolean
  /** Returns the keys of unreferenced objects among these keys. Receives at most `BATCH_LIMITS.batchSize` keys. */
  findOrphans(keys: string[]): Promise<string[]>
  /** Removes objects that are still unreferenced. Returns the number of removed objects. */
  remove(keys: string[]): Promise<number>
}
/** The counts of objects of a run. `objection`: the reason why the sweep did not run; undefined if it ran. */
export type SweepResult = { objection?: string; quarantined: number; released: number; removed: number }

/** `batchSize`: number of objects in one query of the service. `maxObjects`: number of objects in one run, which limits the load. */
const BATCH_LIMITS = { batchSize: 1000, maxObjects: 10_000 }

/**
 * Finds unreferenced objects in the store, quarantines them, and removes those that are still unreferenced when the quarantine ends.
 * Several processes may run it concurrently, because every object is checked again and a repeated removal is no error.
 */
export class OrphanSweep {
  private readonly limits: typeof BATCH_LIMITS
  private readonly mark: StoreMark
  private readonly quarantine: Quarantine
  private readonly objectCursor: StoreCursor
  private readonly noteCursor: StoreCursor

  constructor(
    storage: Storage,
    private readonly rule: OrphanRule,
    limits = BATCH_LIMITS,
  ) {
    this.limits = limits
    this.mark = new StoreMark(storage)
    this.quarantine = new Quarantine(storage, rule.kind, rule.quarantineDays)
    this.objectCursor = new StoreCursor(storage, rule.kind)
    this.noteCursor = new StoreCursor(storage, this.quarantine.notesPrefix)
  }

  async run(now: Date): Promise<SweepResult> {
    const result: SweepResult = { quarantined: 0, released: 0, removed: 0 }
    const objection = await this.mark.findObjection(await this.rule.installation())
    if (objection !== undefined) return { ...result, objection }
    for await (const entries of this.objectCursor.nextBatches(this.limits))
      await this.quarantineOrphans(entries, result)
    for await (const notes of this.noteCursor.nextBatches(this.limits)) await this.checkQuarantined(notes, now, result)
    return result
  }

  private async quarantineOrphans(entries: ObjectEntry[], result: SweepResult): Promise<void> {
    const suspects = entries.filter(entry => this.rule.isSuspect(entry)).map(({ key }) => key)
    if (suspects.length > 0) result.quarantined += await this.quarantine.add(await this.rule.findOrphans(suspects))
  }

  private async checkQuarantined(notes: ObjectEntry[], now: Date, result: SweepResult): Promise<void> {
    const keys = notes.map(note => this.quarantine.keyOf(note))
    const orphans = new Set(await this.rule.findOrphans(keys))
    const referenced = keys.filter(key => !orphans.has(key))
    result.released += referenced.length
    const endedKeys = notes.filter(note => this.quarantine.hasEnded(note, now)).map(note => this.quarantine.keyOf(note))
    const dueKeys = endedKeys.filter(key => orphans.has(key))
    if (dueKeys.length > 0) result.removed += await this.rule.remove(dueKeys)
    await this.quarantine.release([...referenced, ...dueKeys])
  }
}
