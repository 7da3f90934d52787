import { jest } from '@jest/globals'
import type { WorkerToPageMessage } from '../src/lib/offline/worker-messages.ts'

/** A service worker without code. When the page asks it to skip waiting, it becomes active, unless `hangs` is set. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'
  readonly #workers: FakeWorkers
  readonly #hangs: boolean
  constructor(workers: FakeWorkers, hangs: boolean) {
    super()
    this.#workers = workers
    this.#hangs = hangs
  }

  postMessage = jest.fn((message: unknown) => {
    const isSkipWaiting = (message as { type: string }).type === 'SKIP_WAITING'
    if (isSkipWaiting && !this.#hangs) setTimeout(() => this.become('activated'))
  })

  become(state: 'installed' | 'activated') {
    const { registration } = this.#workers
    if (registration.installing === this) registration.installing = null
    if (state === 'installed') registration.waiting = this
    if (state === 'activated') {
      registration.waiting = null
      registration.active = this
      this.#workers.post({ type: 'SW_UPDATED' })
    }
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  active: FakeWorker | null = null
  update = jest.fn<() => Promise<void>>().mockResolvedValue()
}

/** Replaces navigator.serviceWorker in tests. */
export class FakeWorkers extends EventTarget {
  readonly registration = new FakeRegistration()
  getRegistration = async () => this.registration
  register = jest.fn(async () => this.registration)

  /** Installs an active worker, as after an earlier visit. */
  activate = () => void (this.registration.active = new FakeWorker(this, false))

  /** Simulates that the browser finds a new version of /sw.js. */
  find({ hangs = false } = {}) {
    const worker = new FakeWorker(this, hangs)
    this.registration.installing = worker
    this.registration.dispatchEvent(new Event('updatefound'))
    return worker
  }

  post = (data: WorkerToPageMessage) => this.dispatchEvent(Object.assign(new Event('message'), { data }))
}
