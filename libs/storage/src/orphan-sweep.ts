import { Quarantine } from './quarantine.ts'
import { StoreCursor } from './store-cursor.ts'
import { type Installation, StoreMark } from './store-mark.ts'
import type { ObjectEntry, Storage } from './storage.ts'

/** What a service knows of the objects of one kind. */
export type OrphanRule = {
  /** Begin of their keys, such as `originals/`. */
  kind: string
  quarantineDays: number
  installation(): Promise<Installation>
  /** Could it belong to nobody, by its name and age? */
  isSuspect(entry: ObjectEntry): boolean
  /** Of these keys, at most a group, the ones that belong to nobody. */
  orphans(keys: string[]): Promise<string[]>
  /** Answers how many went: what turns out to be somebody's at the last moment stays. */
  remove(keys: string[]): Promise<number>
}
/** `objection`: why nothing was done. */
export type Swept = { objection?: string; quarantined: number; released: number; removed: number }

/** `group`: objects asked about at once. `stretch`: objects looked at in one run, so that nobody notices it. */
const PACE = { group: 1000, stretch: 10_000 }

/**
 * Finds objects that belong to nobody, all over the store, keeps them in quarantine, and removes what is still nobody's after
 * that. Several processes may do it at the same time: each object is asked about, and removing twice is no error.
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
    for await (const entries of this.objects.next(this.pace)) await this.suspect(entries, swept)
    for await (const notes of this.notes.next(this.pace)) await this.judge(notes, now, swept)
    return swept
  }

  private async suspect(entries: ObjectEntry[], swept: Swept): Promise<void> {
    const suspects = entries.filter(entry => this.rule.isSuspect(entry)).map(({ key }) => key)
    if (suspects.length > 0) swept.quarantined += await this.quarantine.add(await this.rule.orphans(suspects))
  }

  private async judge(notes: ObjectEntry[], now: Date, swept: Swept): Promise<void> {
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
