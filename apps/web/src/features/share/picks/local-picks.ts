import { type Choice, type http, mergePick, nextStamp, NO_PICK, type PickState } from '@daymark/contracts'
import { parseJson } from '../../../lib/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { safeLocalStorage } from '../../../lib/storage.ts'

/**
 * The choice and note of the visitor for each photo, merged from all their devices, and which changes have not been
 * sent.
 */
export class LocalPicks {
  readonly #picks = new Map<string, PickState>()
  readonly #unsent = new Set<string>()
  readonly #deviceId: string
  #galleryIds: ReadonlySet<string>
  #latestStamp = ''
  #serverClockOffsetMs = 0

  constructor(deviceId: string, galleryIds: ReadonlySet<string>) {
    this.#deviceId = deviceId
    this.#galleryIds = galleryIds
  }

  setGalleryIds(ids: ReadonlySet<string>) {
    this.#galleryIds = ids
  }

  get(id: string): PickState {
    return this.#picks.get(id) ?? NO_PICK
  }

  /**
   * Changes a choice or note. Its stamp is later than those of all changes that this device knows, so the server
   * applies it last.
   */
  edit(id: string, edit: { choice: Choice } | { note: string }) {
    this.#latestStamp = nextStamp(this.#latestStamp, Date.now() + this.#serverClockOffsetMs, this.#deviceId)
    const stampedEdit =
      'choice' in edit
        ? { choice: edit.choice, choiceAt: this.#latestStamp }
        : { note: edit.note, noteAt: this.#latestStamp }
    this.#picks.set(id, { ...this.get(id), ...stampedEdit })
    this.#unsent.add(id)
  }

  mergeFromServer(picks: readonly http.Pick[], serverTime: string) {
    this.#serverClockOffsetMs = Date.parse(serverTime) - Date.now()
    this.#merge(picks)
  }

  /** Adds unsent changes that an earlier page stored. */
  mergeUnsent(picks: readonly http.Pick[]) {
    this.#merge(picks)
    for (const { image_id: id } of picks) this.#unsent.add(id)
  }

  #merge(picks: readonly http.Pick[]) {
    for (const { image_id, choice, choice_at, note, note_at } of picks) {
      const edit = { choice, choiceAt: choice_at, note, noteAt: note_at }
      this.#picks.set(image_id, mergePick(this.get(image_id), edit))
      for (const stamp of [choice_at, note_at]) if (stamp > this.#latestStamp) this.#latestStamp = stamp
    }
  }

  listUnsent(limit = Infinity): http.Pick[] {
    return [...this.#unsent].slice(0, limit).map(id => {
      const { choice, choiceAt, note, noteAt } = this.get(id)
      return { image_id: id, choice, choice_at: choiceAt, note, note_at: noteAt }
    })
  }

  /** A photo that was changed again after the request remains unsent. */
  markSent(picks: readonly http.Pick[]) {
    for (const { image_id: id, choice_at, note_at } of picks) {
      const { choiceAt, noteAt } = this.get(id)
      if (choiceAt <= choice_at && noteAt <= note_at) this.#unsent.delete(id)
    }
  }

  clear() {
    this.#picks.clear()
    this.#unsent.clear()
  }

  /** Returns the ids of the photos with this choice, without photos that the gallery no longer contains. */
  listIdsWithChoice(choice: Choice): string[] {
    return [...this.#picks].flatMap(([id, pick]) => (pick.choice === choice && this.#galleryIds.has(id) ? id : []))
  }
}

/**
 * Stores unsent changes in the browser, because the page may be closed before the connection returns. Each page has its
 * own entry, so that two open pages do not overwrite each other; a new page takes over the entries of earlier pages.
 */
export class UnsentPickStorage {
  readonly #prefix: string
  readonly #ownName: string

  constructor(token: string, pageId: string) {
    this.#prefix = `daymark.picks.${token}.`
    this.#ownName = this.#prefix + pageId
  }

  write(picks: readonly http.Pick[]) {
    try {
      if (picks.length === 0) safeLocalStorage.removeItem(this.#ownName)
      else safeLocalStorage.setItem(this.#ownName, JSON.stringify(picks))
    } catch (reason) {
      // The storage is full. The changes can still be sent while the page is open.
      logFailure('Unsent picks could not be stored', reason)
    }
  }

  /** Returns the changes of earlier pages and removes them from the storage. */
  takeFromEarlierPages(): http.Pick[] {
    const names = this.#otherNames()
    const picks = names.flatMap(name => (parseJson(safeLocalStorage.getItem(name) ?? '') as http.Pick[] | null) ?? [])
    for (const name of names) safeLocalStorage.removeItem(name)
    return picks
  }

  #otherNames(): string[] {
    const allNames = Array.from({ length: safeLocalStorage.length }, (_, index) => safeLocalStorage.key(index) ?? '')
    return allNames.filter(name => name.startsWith(this.#prefix) && name !== this.#ownName)
  }
}
