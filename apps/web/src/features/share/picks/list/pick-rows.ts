import { type Choice, type http, mergePick, nextStamp, NO_PICK, type PickState } from '@daymark/contracts'

/** What is said of each photo, by this device and by others of the same visitor, and what of it the server does not know yet. */
export class PickRows {
  readonly #rows = new Map<string, PickState>()
  readonly #unsent = new Set<string>()
  readonly #device: string
  #shown: ReadonlySet<string>
  #last = ''
  /** The server's clock less ours. */
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

  /** Later than whatever this device has seen. */
  say(id: string, said: { choice: Choice } | { note: string }) {
    this.#last = nextStamp(this.#last, Date.now() + this.#offset, this.#device)
    const stamped =
      'choice' in said ? { choice: said.choice, choiceAt: this.#last } : { note: said.note, noteAt: this.#last }
    this.#rows.set(id, { ...this.of(id), ...stamped })
    this.#unsent.add(id)
  }

  /** As the server has it. */
  take(picks: readonly http.Pick[], now: string) {
    this.#offset = Date.parse(now) - Date.now()
    this.#merge(picks)
  }
  /** As a page before this one left it behind. */
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
  /** What was said of a photo while this was on its way is still to be sent. */
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
