import { MAX_HASHES_PER_CALL, type http } from '@daymark/contracts'
import type { UploadItem } from './upload-item.ts'

export type Found = { sha256: string; known: http.Image | null }
type Sources = {
  /** Null if it cannot be computed. */
  hash: (file: File, isWanted: () => boolean) => Promise<string | null>
  /** Returns which of these the library has. */
  ask: (sha256: string[]) => Promise<http.KnownImages>
}
type Listener = { found: (found: ReadonlyMap<string, Found>) => void; isWanted: (id: string) => boolean }

/**
 * Finds in the background which files of a list the library has. One request is pending at a time; files hashed during it are
 * part of the next.
 */
export class DuplicateCheck {
  readonly #sources: Sources
  readonly #listener: Listener
  readonly #pending = new Map<string, { promise: Promise<void>; resolve: () => void }>()
  #hashed: { id: string; sha256: string }[] = []
  #isAsking = false
  constructor(sources: Sources, listener: Listener) {
    this.#sources = sources
    this.#listener = listener
  }

  add(items: readonly UploadItem[]) {
    for (const { id, file } of items) {
      this.#pending.set(id, Promise.withResolvers<void>())
      void this.#hash(id, file)
    }
  }

  /** Resolves when it is known whether the library has the file, at the latest after this time. */
  async settled(id: string, ms: number) {
    const pending = this.#pending.get(id)
    if (!pending || ms <= 0) return
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, ms)
    await Promise.race([pending.promise, late.promise])
    clearTimeout(timer)
  }

  async #hash(id: string, file: File) {
    const sha256 = await this.#sources.hash(file, () => this.#listener.isWanted(id))
    if (sha256 === null) return this.#settle([id])
    this.#hashed.push({ id, sha256 })
    if (this.#isAsking) return
    this.#isAsking = true
    while (this.#hashed.length) await this.#ask(this.#hashed.splice(0, MAX_HASHES_PER_CALL))
    this.#isAsking = false
  }

  async #ask(hashed: readonly { id: string; sha256: string }[]) {
    const known = await this.#known([...new Set(hashed.map(({ sha256 }) => sha256))])
    this.#listener.found(new Map(hashed.map(({ id, sha256 }) => [id, { sha256, known: known.get(sha256) ?? null }])))
    this.#settle(hashed.map(({ id }) => id))
  }

  /** If the check fails, files are uploaded: a duplicate photo does no harm. */
  async #known(sha256: string[]) {
    const { known } = await this.#sources.ask(sha256).catch(() => ({ known: [] }))
    return new Map(known.map(answer => [answer.sha256, answer.image]))
  }

  #settle(ids: readonly string[]) {
    for (const id of ids) {
      this.#pending.get(id)?.resolve()
      this.#pending.delete(id)
    }
  }
}
