import type { http } from '@daymark/contracts'
import { logFailure } from '../../../../lib/log.ts'
import { parseJson } from '../../../../lib/api.ts'
import { safeLocalStorage } from '../../../../lib/storage.ts'

/**
 * Unsent changes, stored by this page and taken over by the next one, because a connection may be lost for longer than a page
 * is open. Each page of a browser has its own entry, so that two open pages do not overwrite each other.
 */
export class PickQueue {
  readonly #prefix: string
  readonly #name: string
  constructor(token: string, page: string) {
    this.#prefix = `daymark.picks.${token}.`
    this.#name = this.#prefix + page
  }

  keep(picks: readonly http.Pick[]) {
    try {
      if (picks.length === 0) safeLocalStorage.removeItem(this.#name)
      else safeLocalStorage.setItem(this.#name, JSON.stringify(picks))
    } catch (reason) {
      // the storage is full: the changes are still sent while the page is open
      logFailure('Picks could not be kept', reason)
    }
  }

  /** The changes of earlier pages. */
  taken(): http.Pick[] {
    const names = this.#names()
    const found = names.flatMap(name => (parseJson(safeLocalStorage.getItem(name) ?? '') as http.Pick[] | null) ?? [])
    for (const name of names) safeLocalStorage.removeItem(name)
    return found
  }

  #names(): string[] {
    const all = Array.from({ length: safeLocalStorage.length }, (_, index) => safeLocalStorage.key(index) ?? '')
    return all.filter(name => name.startsWith(this.#prefix) && name !== this.#name)
  }
}
