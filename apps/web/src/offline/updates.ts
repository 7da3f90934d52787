import { VERSION_POLL_MS } from '@daymark/contracts'
import type { WorkerToPageMessage, PageToWorkerMessage } from '../lib/offline/worker-messages.ts'
import { Store } from '../lib/store.ts'
import { Versions } from './versions.ts'

/**
 * `available`: a new version can be loaded. `updated`: a new offline worker is active, but this page still belongs to
 * the previous version.
 */
export type UpdateState = 'none' | 'available' | 'updated'

/**
 * The maximum time for which the reload waits for the new worker. A worker that is not active by then becomes active at
 * the next reload.
 */
const ACTIVATION_TIMEOUT_MS = 3000
const SKIP_WAITING_MESSAGE: PageToWorkerMessage = { type: 'SKIP_WAITING' }

/** Detects new versions by polling the server and by events of the offline worker, and loads them. */
export class Updates extends Store<UpdateState> {
  readonly #versions = new Versions()
  readonly #workers: ServiceWorkerContainer | undefined
  #registration: ServiceWorkerRegistration | undefined
  /**
   * True if this page does not become outdated when the next worker becomes active, because this page requested the
   * activation or the worker is the first one.
   */
  #expectsActivation = false

  constructor(workers: ServiceWorkerContainer | undefined) {
    super('none')
    this.#workers = workers
  }

  /**
   * Starts polling and listens to the offline worker. Browsers without service workers (plain HTTP, private windows)
   * only poll. Returns the function that stops polling.
   */
  async start(): Promise<() => void> {
    const firstCheck = this.#checkVersion()
    const timer = setInterval(() => this.#poll(), VERSION_POLL_MS)
    if (this.#workers) await this.#watchWorkers(this.#workers, firstCheck)
    await firstCheck
    return () => clearInterval(timer)
  }

  /** L-UPD-05: reloads the page with the new version. */
  async refresh(reload = () => window.location.reload()) {
    this.#versions.storeLatest()
    await this.#activateNewWorker()
    reload()
  }

  async #checkVersion() {
    if (await this.#versions.check()) this.#setState('available')
  }

  /** Checks for a new version and a new worker at the same time, so that one reload activates both. */
  #poll() {
    this.#versions.isFirstLoadOfVersion = false
    void this.#checkVersion()
    // Errors are ignored: if the server is unreachable, the next poll tries again a few minutes later.
    this.#registration?.update().catch(() => undefined)
  }

  async #watchWorkers(workers: ServiceWorkerContainer, firstCheck: Promise<void>) {
    this.#expectsActivation = !(await workers.getRegistration())?.active
    workers.addEventListener('message', ({ data }: MessageEvent<WorkerToPageMessage>) => {
      if (data.type !== 'SW_UPDATED') return
      if (!this.#expectsActivation) this.#setState('updated')
      this.#expectsActivation = false
    })
    const registration = await workers.register('/sw.js', { updateViaCache: 'none' })
    this.#registration = registration
    const watchInstallingWorker = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && registration.active) void firstCheck.then(() => this.#onNewWorker())
      })
    }
    registration.addEventListener('updatefound', watchInstallingWorker)
    watchInstallingWorker()
    if (registration.waiting) void firstCheck.then(() => this.#onNewWorker())
  }

  async #onNewWorker() {
    if (!this.#versions.isFirstLoadOfVersion) return this.#setState('available')
    // The new worker has the same version as this page, so this page is up to date. The worker notifies the other
    // pages.
    this.#versions.isFirstLoadOfVersion = false
    await this.#activateNewWorker()
  }

  async #activateNewWorker() {
    const worker = this.#registration?.waiting ?? this.#registration?.installing
    if (!worker) return
    this.#expectsActivation = true
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ACTIVATION_TIMEOUT_MS)
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'activated') return
        clearTimeout(timer)
        resolve()
      })
      worker.postMessage(SKIP_WAITING_MESSAGE)
    })
  }

  #setState(state: UpdateState) {
    if (this.snapshot() !== state && this.snapshot() !== 'updated') this.set(state)
  }
}

const ACTIVITY_EVENTS = ['mousemove', 'keydown', 'click', 'scroll'] as const

/**
 * L-UPD-04: calls `callback` once after `ms` without user input, but not while `isBusy`. Returns the function that
 * cancels the call.
 */
export function runWhenIdle(ms: number, callback: () => void, isBusy: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (isBusy() ? restart() : callback()), ms)
  }
  // Capturing listeners also receive scroll events, which do not bubble, and clicks whose propagation is stopped.
  for (const eventType of ACTIVITY_EVENTS) window.addEventListener(eventType, restart, { capture: true, passive: true })
  restart()
  return () => {
    clearTimeout(timer)
    for (const eventType of ACTIVITY_EVENTS) window.removeEventListener(eventType, restart, { capture: true })
  }
}

/**
 * Whether a component would ask for confirmation before the page is left, for example because an upload is running. The
 * automatic reload must not abort the upload.
 */
export const isUnsafeToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
