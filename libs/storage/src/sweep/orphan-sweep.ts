import { Quarantine } from './quarantine.ts'
import { StoreCursor } from './store-cursor.ts'
import { type Installation, StoreMark } from './store-mark.ts'
import type { ObjectEntry, Storage } from '../storage.ts'

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
export type Swept = { objection?: string; quarantined: number; released: number; removed: number }

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

  async run(now: Date): Promise<Swept> {
    const swept: Swept = { quarantined: 0, released: 0, removed: 0 }
    const objection = await this.mark.objection(await this.rule.installation())
    if (objection !== undefined) return { ...swept, objection }
    for await (const entries of this.objects.next(this.pace)) await this.quarantineOrphans(entries, swept)
    for await (const notes of this.notes.next(this.pace)) await this.checkQuarantined(notes, now, swept)
    return swept
  }

  private async quarantineOrphans(entries: ObjectEntry[], swept: Swept): Promise<void> {
    const suspects = entries.filter(entry => this.rule.isSuspect(entry)).map(({ key }) => key)
    if (suspects.length > 0) swept.quarantined += await this.quarantine.add(await this.rule.orphans(suspects))
  }

  private async checkQuarantined(notes: ObjectEntry[], now: Date, swept: Swept): Promise<void> {
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
