import { type http, MAX_HASHES_PER_CALL } from '@daymark/contracts'
import type { UploadItem } from './upload-item.ts'

export type CheckResult = { sha256: string; existingPhoto: http.Image | null }
type CheckFunctions = {
  /** Returns the SHA-256 of a file, or null if it cannot be computed. */
  hash: (file: File, isStillListed: () => boolean) => Promise<string | null>
  /** Returns which of these files the library contains. */
  findKnown: (sha256: string[]) => Promise<http.KnownImages>
}
type CheckListener = {
  onResults: (results: ReadonlyMap<string, CheckResult>) => void
  isStillListed: (id: string) => boolean
}

/** A file is sent unchecked if no check was completed for this time. */
const STALL_LIMIT_MS = 5000
/** Hashes are collected for this time before the next request. */
const REQUEST_INTERVAL_MS = 250
/**
 * When a check was last completed or a file was last added. All lists share it, because their files are hashed one after
 * another.
 */
let lastProgressAt = 0

/**
 * Checks in the background which files of a list the library already contains. Sends one request at a time; files that
 * are hashed during a request are part of the next one.
 */
export class DuplicateCheck {
  readonly #functions: CheckFunctions
  readonly #listener: CheckListener
  readonly #pending = new Map<string, { promise: Promise<void>; resolve: () => void }>()
  #hashed: { id: string; sha256: string }[] = []
  #isRequesting = false
  constructor(functions: CheckFunctions, listener: CheckListener) {
    this.#functions = functions
    this.#listener = listener
  }

  add(items: readonly UploadItem[]) {
    lastProgressAt = performance.now()
    for (const { id, file } of items) {
      this.#pending.set(id, Promise.withResolvers<void>())
      void this.#hash(id, file)
    }
  }

  /**
   * Resolves when the check of a file is complete, or when the checks are stalled. The checks of a long list take
   * minutes, and a file that is sent unchecked may be stored twice.
   */
  async waitUntilChecked(id: string) {
    for (let pending = this.#pending.get(id); pending; pending = this.#pending.get(id)) {
      const stalledInMs = lastProgressAt + STALL_LIMIT_MS - performance.now()
      if (stalledInMs <= 0) return
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, stalledInMs)
      await Promise.race([pending.promise, timeout.promise])
      clearTimeout(timer)
    }
  }

  async #hash(id: string, file: File) {
    const sha256 = await this.#functions.hash(file, () => this.#listener.isStillListed(id))
    if (sha256 === null) return this.#resolvePending([id])
    this.#hashed.push({ id, sha256 })
    if (this.#isRequesting) return
    this.#isRequesting = true
    while (this.#hashed.length) {
      await this.#requestPhotos(this.#hashed.splice(0, MAX_HASHES_PER_CALL))
      await new Promise(resolve => setTimeout(resolve, REQUEST_INTERVAL_MS))
    }
    this.#isRequesting = false
  }

  async #requestPhotos(hashed: readonly { id: string; sha256: string }[]) {
    const photosByHash = await this.#findPhotos([...new Set(hashed.map(({ sha256 }) => sha256))])
    this.#listener.onResults(
      new Map(hashed.map(({ id, sha256 }) => [id, { sha256, existingPhoto: photosByHash.get(sha256) ?? null }])),
    )
    this.#resolvePending(hashed.map(({ id }) => id))
  }

  /**
   * Returns the photos of the library by hash. If the request fails, returns no photos, so that the files are uploaded:
   * a missing photo is worse than a duplicate.
   */
  async #findPhotos(sha256: string[]) {
    const { known } = await this.#functions.findKnown(sha256).catch(() => ({ known: [] }))
    return new Map(known.map(({ sha256, image }) => [sha256, image]))
  }

  #resolvePending(ids: readonly string[]) {
    lastProgressAt = performance.now()
    for (const id of ids) {
      this.#pending.get(id)?.resolve()
      this.#pending.delete(id)
    }
  }
}

/** Where the same content exists already: in the library, or in an earlier file of the list. */
export type Duplicate = 'in-library' | 'in-list'

/** Returns the duplicates by item id. A file is no duplicate of an earlier file whose upload failed. */
export function findDuplicates(items: readonly UploadItem[]): ReadonlyMap<string, Duplicate> {
  const found = new Map<string, Duplicate>()
  const earlierHashes = new Set<string>()
  for (const { id, sha256, existingPhoto, state } of items) {
    if (existingPhoto) found.set(id, 'in-library')
    else if (sha256 && earlierHashes.has(sha256)) found.set(id, 'in-list')
    if (sha256 && state !== 'error') earlierHashes.add(sha256)
  }
  return found
}
