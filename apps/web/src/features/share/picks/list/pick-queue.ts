import type { http } from '@daymark/contracts'
import { logFailure } from '../../../../lib/log.ts'
import { parseJson } from '../../../../lib/api.ts'
import { local } from '../../../../lib/storage.ts'

/**
 * What was said and is not with the server yet, kept by this page and taken over by the next: a connection may be away for longer
 * than a page is open. Each page of a browser has its own, as two that are open side by side must not overwrite each other.
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
      if (picks.length === 0) local.removeItem(this.#name)
      else local.setItem(this.#name, JSON.stringify(picks))
    } catch (reason) {
      // a browser that keeps nothing more: it is still sent while the page is open
      logFailure('Picks could not be kept', reason)
    }
  }

  /** What pages before left behind. */
  taken(): http.Pick[] {
    const names = this.#names()
    const found = names.flatMap(name => (parseJson(local.getItem(name) ?? '') as http.Pick[] | null) ?? [])
    for (const name of names) local.removeItem(name)
    return found
  }

  #names(): string[] {
    const all = Array.from({ length: local.length }, (_, index) => local.key(index) ?? '')
    return all.filter(name => name.startsWith(this.#prefix) && name !== this.#name)
  }
}
