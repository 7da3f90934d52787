import { VERSION_POLL_MS } from '@daymark/contracts'
import type { FromWorker, ToWorker } from '../lib/offline/worker-messages.ts'
import { Store } from '../lib/store.ts'
import { Versions } from './versions.ts'

/** none; a new version is ready to be fetched; the new worker has taken over already, and this page is behind it. */
export type UpdateState = 'none' | 'available' | 'updated'

/** A worker that hangs must not hold up the reload: it comes with the next one. */
const TAKE_OVER_MS = 3000
const skipWaiting: ToWorker = { type: 'SKIP_WAITING' }

/** Finds out that this page has become old, by the version poll or by the offline worker, and brings in the new one. */
export class Updates extends Store<UpdateState> {
  readonly #versions = new Versions()
  readonly #workers: ServiceWorkerContainer | undefined
  #registration: ServiceWorkerRegistration | undefined
  /** A worker that this page lets take over, or the first ever, makes nothing here old. */
  #expectsTakeOver = false

  constructor(workers: ServiceWorkerContainer | undefined) {
    super('none')
    this.#workers = workers
  }

  /** Answers how to stop. A browser that allows no worker (plain http, private windows) still polls the version. */
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

  /** Both at once: when the banner of a new version is there its worker waits, and one reload brings in the two. */
  #checkAgain() {
    this.#versions.isFirstOfItsVersion = false
    void this.#checkVersion()
    // Fails while the server cannot be reached; the next time is not far.
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
    // It came with the version that this page is: nothing is old here, and the other pages get it from the worker.
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
