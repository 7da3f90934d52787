import * as routes from '@daymark/contracts/routes'
import { local } from '../lib/storage.ts'

/** Which version this browser has last been brought to (L-UPD-11). */
const MARKER = 'daymark.version'

/** What the gateway wrote into the page it sent; empty where something else serves the page. */
const versionOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="daymark-version"]')?.content

async function versionOfServer(): Promise<string | null> {
  try {
    const response = await fetch(routes.getVersion.path, { cache: 'no-store' })
    const { version } = (await response.json()) as { version?: unknown }
    return response.ok && typeof version === 'string' ? version : null
  } catch {
    // L-UPD-10: ignored silently, the next poll is not far.
    return null
  }
}

/** The version that runs in this page, the one the server has, and the marker of the one this browser was brought to. */
export class Versions {
  /** This very page brought the browser to its version; a worker that comes with it is no news. */
  isFirstOfItsVersion = false
  #running: string | null = null
  #latest: string | null = null

  /** Asks the server. Answers whether it has another version than the one that runs here. */
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
      // The storage is full: the page finds out again what it is.
    }
  }

  /** Without a word of the page itself, a browser without a marker is new here and has what there is. */
  #whatRuns(version: string) {
    const marker = local.getItem(MARKER)
    if (marker && marker !== version && versionOfPage() !== version) return marker
    this.isFirstOfItsVersion = marker !== null && marker !== version
    this.storeLatest()
    return version
  }
}
