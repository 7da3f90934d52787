import { VERSION_POLL_MS } from '@daymark/contracts'
import type { FromWorker, ToWorker } from '../lib/offline/worker-messages.ts'
import { Store } from '../lib/store.ts'
import { Versions } from './versions.ts'

/** none; available: a new version can be loaded; activated: a new worker is active already and this page is older than it. */
export type UpdateState = 'none' | 'available' | 'updated'

/** A worker that hangs must not delay the reload: it becomes active with the next one. */
const TAKE_OVER_MS = 3000
const skipWaiting: ToWorker = { type: 'SKIP_WAITING' }

/** Detects by the version poll or the offline worker that this page is outdated, and loads the new version. */
export class Updates extends Store<UpdateState> {
  readonly #versions = new Versions()
  readonly #workers: ServiceWorkerContainer | undefined
  #registration: ServiceWorkerRegistration | undefined
  /** A worker that this page activated, or the first one, does not make the page outdated. */
  #expectsTakeOver = false

  constructor(workers: ServiceWorkerContainer | undefined) {
    super('none')
    this.#workers = workers
  }

  /**
   * Returns the function that stops it. A browser without service workers (plain HTTP, private windows) still polls the
   * version.
   */
  async start(): Promise<() => void> {
    const firstCheck = this.#checkVersion()
    const timer = setInterval(() => this.#checkAgain(), VERSION_POLL_MS)
    if (this.#workers) await this.#watch(this.#workers, firstCheck)
    await firstCheck
    return () => clearInterval(timer)
  }

  /** L-UPD-05. */
  async refresh(reload = () => window.location.reload()) {
    this.#versions.storeLatest()
    await this.#letNewWorkerTakeOver()
    reload()
  }

  async #checkVersion() {
    if (await this.#versions.check()) this.#show('available')
  }

  /** Both at once: while the banner is shown the new worker waits, and one reload activates both. */
  #checkAgain() {
    this.#versions.isFirstOfItsVersion = false
    void this.#checkVersion()
    // Fails while the server cannot be reached; the next poll follows in minutes.
    this.#registration?.update().catch(() => undefined)
  }

  async #watch(workers: ServiceWorkerContainer, firstCheck: Promise<void>) {
    this.#expectsTakeOver = !(await workers.getRegistration())?.active
    workers.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.type !== 'SW_UPDATED') return
      if (!this.#expectsTakeOver) this.#show('updated')
      this.#expectsTakeOver = false
    })
    const registration = await workers.register('/sw.js', { updateViaCache: 'none' })
    this.#registration = registration
    const follow = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && registration.active) void firstCheck.then(() => this.#onNewWorker())
      })
    }
    registration.addEventListener('updatefound', follow)
    follow()
    if (registration.waiting) void firstCheck.then(() => this.#onNewWorker())
  }

  async #onNewWorker() {
    if (!this.#versions.isFirstOfItsVersion) return this.#show('available')
    // The worker has the version of this page: nothing is outdated here, and the worker notifies other pages.
    this.#versions.isFirstOfItsVersion = false
    await this.#letNewWorkerTakeOver()
  }

  async #letNewWorkerTakeOver() {
    const worker = this.#registration?.waiting ?? this.#registration?.installing
    if (!worker) return
    this.#expectsTakeOver = true
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, TAKE_OVER_MS)
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'activated') return
        clearTimeout(timer)
        resolve()
      })
      worker.postMessage(skipWaiting)
    })
  }

  #show(state: UpdateState) {
    if (this.snapshot() !== state && this.snapshot() !== 'updated') this.set(state)
  }
}
