import type { Transport } from '@daymark/platform'
import type { Storage } from '@daymark/storage'

/** Probes come often and from everywhere; the store is asked once in this time. */
const KEPT_MS = 1000
const PATIENCE_MS = 3000

/** Can the bus and the object store be used? Not ready while stopping, so that no new work is sent here. */
export class Readiness {
  private stopping = false
  private answer?: { until: number; ok: Promise<boolean> }
  private readonly transport: Transport
  private readonly storage: Storage

  constructor(transport: Transport, storage: Storage) {
    this.transport = transport
    this.storage = storage
  }

  check(): Promise<boolean> {
    if (this.stopping) return Promise.resolve(false)
    if (!this.answer || this.answer.until < performance.now())
      this.answer = { until: performance.now() + KEPT_MS, ok: this.ask() }
    return this.answer.ok
  }

  stop(): void {
    this.stopping = true
  }

  private async ask(): Promise<boolean> {
    const { promise: tooLate, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(resolve, PATIENCE_MS, false)
    const all = Promise.all([this.transport.ready(), this.storage.ready()])
    const answered = all.then(() => true as const).catch(() => false as const)
    return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer))
  }
}
