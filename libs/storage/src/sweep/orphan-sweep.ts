import { ignoreMissing, type ObjectEntry, type Storage, toBuffer } from '../storage.ts'
import { type Installation, MARKS, StoreMark } from './store-mark.ts'

const QUARANTINE_PREFIX = 'quarantine/'
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
    this.prefix = `${QUARANTINE_PREFIX}${kind}`
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

  /** The object that a note is about. */
  keyOf(note: ObjectEntry): string {
    return note.key.slice(QUARANTINE_PREFIX.length)
  }

  isOver({ modified }: ObjectEntry, now: Date): boolean {
    return now.getTime() - modified.getTime() >= this.days * DAY_MS
  }

  private async isQuarantined(key: string): Promise<boolean> {
    return (await this.storage.stat(QUARANTINE_PREFIX + key).catch(ignoreMissing)) !== undefined
  }
}

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
    const pieces = await this.storage.get(this.place).catch(ignoreMissing)
    const key = pieces && (await toBuffer(pieces)).toString()
    return key?.startsWith(this.prefix) ? key : undefined
  }

  private async save(key: string | undefined): Promise<void> {
    if (key === undefined) await this.storage.remove([this.place])
    else await this.storage.put(this.place, Buffer.from(key))
  }
}

/** How a service recognizes unreferenced objects of one kind. */
export type OrphanRule = {
  /** Key prefix, such as `originals/`. */
  kind: string
  quarantineDays: number
  installation(): Promise<Installation>
  /** Whether name and age allow the object to be unreferenced. */
  isSuspect(entry: ObjectEntry): boolean
  /** Returns those of these keys that are unreferenced. Receives at most `PACE.group` keys. */
  orphans(keys: string[]): Promise<string[]>
  /** Removes objects that are still unreferenced; returns their number. */
  remove(keys: string[]): Promise<number>
}
/** The result of a run. `objection`: the reason why the sweep did not run; undefined if it ran. */
export type SweepResult = { objection?: string; quarantined: number; released: number; removed: number }

/** `group`: objects per query of the service. `stretch`: objects per run, which limits the load. */
const PACE = { group: 1000, stretch: 10_000 }

/**
 * Finds unreferenced objects in the store, quarantines them, and removes those that are still unreferenced when the quarantine ends.
 * Several processes may run it concurrently, because every object is checked again and a repeated removal is no error.
 */
export class OrphanSweep {
  private readonly pace: typeof PACE
  private readonly mark: StoreMark
  private readonly quarantine: Quarantine
  private readonly objects: StoreCursor
  private readonly notes: StoreCursor

  constructor(
    storage: Storage,
    private readonly rule: OrphanRule,
    pace = PACE,
  ) {
    this.pace = pace
    this.mark = new StoreMark(storage)
    this.quarantine = new Quarantine(storage, rule.kind, rule.quarantineDays)
    this.objects = new StoreCursor(storage, rule.kind)
    this.notes = new StoreCursor(storage, this.quarantine.prefix)
  }

  async run(now: Date): Promise<SweepResult> {
    const swept: SweepResult = { quarantined: 0, released: 0, removed: 0 }
    const objection = await this.mark.findObjection(await this.rule.installation())
    if (objection !== undefined) return { ...swept, objection }
    for await (const entries of this.objects.next(this.pace)) await this.quarantineOrphans(entries, swept)
    for await (const notes of this.notes.next(this.pace)) await this.checkQuarantined(notes, now, swept)
    return swept
  }

  private async quarantineOrphans(entries: ObjectEntry[], swept: SweepResult): Promise<void> {
    const suspects = entries.filter(entry => this.rule.isSuspect(entry)).map(({ key }) => key)
    if (suspects.length > 0) swept.quarantined += await this.quarantine.add(await this.rule.orphans(suspects))
  }

  private async checkQuarantined(notes: ObjectEntry[], now: Date, swept: SweepResult): Promise<void> {
    const keys = notes.map(note => this.quarantine.keyOf(note))
    const orphans = new Set(await this.rule.orphans(keys))
    const owned = keys.filter(key => !orphans.has(key))
    swept.released += owned.length
    const over = notes.filter(note => this.quarantine.isOver(note, now)).map(note => this.quarantine.keyOf(note))
    const due = over.filter(key => orphans.has(key))
    if (due.length > 0) swept.removed += await this.rule.remove(due)
    await this.quarantine.release([...owned, ...due])
  }
}
