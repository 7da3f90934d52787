import * as routes from '@daymark/contracts/routes'
import { safeLocalStorage } from '../lib/storage.ts'

/** L-UPD-11: the storage key of the version that this browser loaded last. */
const VERSION_KEY = 'daymark.version'

/** Returns the version that the gateway writes into the page. Empty if another server delivers the page. */
const readPageVersion = () => document.querySelector<HTMLMetaElement>('meta[name="daymark-version"]')?.content

async function fetchServerVersion(): Promise<string | null> {
  try {
    const response = await fetch(routes.getVersion.path, { cache: 'no-store' })
    const { version } = (await response.json()) as { version?: unknown }
    return response.ok && typeof version === 'string' ? version : null
  } catch {
    // L-UPD-10: the failure is ignored. The next poll follows in minutes.
    return null
  }
}

/** Compares the version of this page with that of the server and that which this browser loaded last. */
export class Versions {
  /** Whether this browser loaded the version of this page for the first time. Its new worker is then not an update. */
  isFirstOfItsVersion = false
  #running: string | null = null
  #latest: string | null = null

  /** Reads the version of the server. Returns whether it differs from the version of this page. */
  async check(): Promise<boolean> {
    const version = await fetchServerVersion()
    if (version) {
      this.#latest = version
      this.#running ??= this.#detectRunningVersion(version)
    }
    return this.#latest !== this.#running
  }

  storeLatest() {
    if (!this.#latest) return
    try {
      safeLocalStorage.setItem(VERSION_KEY, this.#latest)
    } catch {
      // The storage is full. The next page load compares the versions again.
    }
  }

  /**
   * Returns the version of this page. A page without a version, in a browser that stores none, is new and has the
   * server's version.
   */
  #detectRunningVersion(version: string) {
    const marker = safeLocalStorage.getItem(VERSION_KEY)
    if (marker && marker !== version && readPageVersion() !== version) return marker
    this.isFirstOfItsVersion = marker !== null && marker !== version
    this.storeLatest()
    return version
  }
}
