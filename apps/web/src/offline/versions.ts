import * as routes from '@daymark/contracts/routes'
import { local } from '../lib/storage.ts'

/** The version that this browser loaded last (L-UPD-11). */
const MARKER = 'daymark.version'

/** Written into the page by the gateway; empty if another server delivers it. */
const versionOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="daymark-version"]')?.content

async function versionOfServer(): Promise<string | null> {
  try {
    const response = await fetch(routes.getVersion.path, { cache: 'no-store' })
    const { version } = (await response.json()) as { version?: unknown }
    return response.ok && typeof version === 'string' ? version : null
  } catch {
    // L-UPD-10: ignored silently; the next poll follows in minutes.
    return null
  }
}

/** The version of this page, the version of the server, and the marker of the version that this browser loaded last. */
export class Versions {
  /** This page is the first of its version in this browser; the worker that comes with it is no update. */
  isFirstOfItsVersion = false
  #running: string | null = null
  #latest: string | null = null

  /** Asks the server. Returns whether its version differs from the one of this page. */
  async check(): Promise<boolean> {
    const version = await versionOfServer()
    if (version) {
      this.#latest = version
      this.#running ??= this.#whatRuns(version)
    }
    return this.#latest !== this.#running
  }

  storeLatest() {
    if (!this.#latest) return
    try {
      local.setItem(MARKER, this.#latest)
    } catch {
      // The storage is full: the comparison runs again after the next load.
    }
  }

  /** If the page names no version, a browser without a marker is new and has the current version. */
  #whatRuns(version: string) {
    const marker = local.getItem(MARKER)
    if (marker && marker !== version && versionOfPage() !== version) return marker
    this.isFirstOfItsVersion = marker !== null && marker !== version
    this.storeLatest()
    return version
  }
}
