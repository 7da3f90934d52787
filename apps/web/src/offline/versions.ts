import * as routes from '@daymark/contracts/routes'
import { safeLocalStorage } from '../lib/storage.ts'

/** L-UPD-11: the storage key of the version that this browser loaded last. */
const VERSION_KEY = 'daymark.version'

/** Returns the version that the gateway writes into the page. Empty if the page does not come from the gateway. */
const readPageVersion = () => document.querySelector<HTMLMetaElement>('meta[name="daymark-version"]')?.content

async function fetchServerVersion(): Promise<string | null> {
  try {
    const response = await fetch(routes.getVersion.path, { cache: 'no-store' })
    const { version } = (await response.json()) as { version?: unknown }
    return response.ok && typeof version === 'string' ? version : null
  } catch {
    // L-UPD-10: the failure is ignored, because the next poll, a few minutes later, tries again.
    return null
  }
}

/** Compares three versions: that of this page, that of the server and the last one that this browser loaded. */
export class Versions {
  /**
   * Whether this browser loaded the version of this page for the first time. The offline worker of this version is then
   * new, but not an update for this page.
   */
  isFirstLoadOfVersion = false
  #pageVersion: string | null = null
  #latestVersion: string | null = null

  /** Reads the version of the server. Returns whether it differs from the version of this page. */
  async check(): Promise<boolean> {
    const version = await fetchServerVersion()
    if (version) {
      this.#latestVersion = version
      this.#pageVersion ??= this.#detectPageVersion(version)
    }
    return this.#latestVersion !== this.#pageVersion
  }

  storeLatest() {
    if (!this.#latestVersion) return
    try {
      safeLocalStorage.setItem(VERSION_KEY, this.#latestVersion)
    } catch {
      // The storage is full. The next page load compares the versions again, so nothing is lost.
    }
  }

  /**
   * Returns the version of this page. If neither the page nor the browser's storage contains a version, the page was
   * just loaded and has the version of the server.
   */
  #detectPageVersion(version: string) {
    const storedVersion = safeLocalStorage.getItem(VERSION_KEY)
    if (storedVersion && storedVersion !== version && readPageVersion() !== version) return storedVersion
    this.isFirstLoadOfVersion = storedVersion !== null && storedVersion !== version
    this.storeLatest()
    return version
  }
}
