import { type Choice, type http, mergePick, nextStamp, NO_PICK, type PickState } from '@daymark/contracts'

/** The choice for each photo, by this and other devices of the same visitor, and which changes are unsent. */
export class PickRows {
  readonly #rows = new Map<string, PickState>()
  readonly #unsent = new Set<string>()
  readonly #device: string
  #shown: ReadonlySet<string>
  #last = ''
  /** The offset of the server's clock. */
  #offset = 0
  constructor(device: string, shown: ReadonlySet<string>) {
    this.#device = device
    this.#shown = shown
  }

  shows(images: ReadonlySet<string>) {
    this.#shown = images
  }

  of(id: string): PickState {
    return this.#rows.get(id) ?? NO_PICK
  }

  /** Later than any change that this device has received. */
  say(id: string, said: { choice: Choice } | { note: string }) {
    this.#last = nextStamp(this.#last, Date.now() + this.#offset, this.#device)
    const stamped =
      'choice' in said ? { choice: said.choice, choiceAt: this.#last } : { note: said.note, noteAt: this.#last }
    this.#rows.set(id, { ...this.of(id), ...stamped })
    this.#unsent.add(id)
  }

  /** Applies the server's state. */
  take(picks: readonly http.Pick[], now: string) {
    this.#offset = Date.parse(now) - Date.now()
    this.#merge(picks)
  }
  /** Takes over changes of an earlier page. */
  takeUnsent(picks: readonly http.Pick[]) {
    this.#merge(picks)
    for (const { image_id: id } of picks) this.#unsent.add(id)
  }

  #merge(picks: readonly http.Pick[]) {
    for (const { image_id, choice, choice_at, note, note_at } of picks) {
      const said = { choice, choiceAt: choice_at, note, noteAt: note_at }
      this.#rows.set(image_id, mergePick(this.of(image_id), said))
      for (const stamp of [choice_at, note_at]) if (stamp > this.#last) this.#last = stamp
    }
  }

  unsent(most = Infinity): http.Pick[] {
    return [...this.#unsent].slice(0, most).map(id => {
      const { choice, choiceAt, note, noteAt } = this.of(id)
      return { image_id: id, choice, choice_at: choiceAt, note, note_at: noteAt }
    })
  }
  /** Changes made since this request are still unsent. */
  sent(picks: readonly http.Pick[]) {
    for (const { image_id: id, choice_at, note_at } of picks) {
      const { choiceAt, noteAt } = this.of(id)
      if (choiceAt <= choice_at && noteAt <= note_at) this.#unsent.delete(id)
    }
  }
  forget() {
    this.#rows.clear()
    this.#unsent.clear()
  }

  /** Photos that the gallery shows. */
  chosen(choice: Choice): string[] {
    return [...this.#rows].flatMap(([id, row]) => (row.choice === choice && this.#shown.has(id) ? id : []))
  }
}
