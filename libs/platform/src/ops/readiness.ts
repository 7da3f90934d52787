import { errors, ready, type Rpc } from '@daymark/contracts'
import { withTimeout } from '../async/time.ts'
import type { Database } from '../db/database.ts'
import { type Class, Handles } from '../service/decorators.ts'

/** Lifetime of a result. Probes are frequent, so results are reused. */
const CACHE_MS = 1000
/** A check without a result after this time has failed. */
const TIMEOUT_MS = 3000

/** A check that runs at most once per second and fails after a timeout. */
export class CachedCheck {
  private cached?: { until: number; ok: Promise<boolean> }
  private readonly timeoutMs: number

  constructor(
    private readonly check: () => Promise<unknown>,
    timeoutMs = TIMEOUT_MS,
  ) {
    this.timeoutMs = timeoutMs
  }

  get(): Promise<boolean> {
    if (this.cached && this.cached.until > performance.now()) return this.cached.ok
    const cached = { until: performance.now() + this.timeoutMs, ok: this.succeeds() }
    void cached.ok.then(() => (cached.until = performance.now() + CACHE_MS))
    this.cached = cached
    return cached.ok
  }

  private async succeeds(): Promise<boolean> {
    return withTimeout(this.check(), this.timeoutMs).then(
      () => true,
      () => false,
    )
  }
}

/** The handler of every service with a database that reports readiness over the bus. */
export function readinessHandler(service: string, db: Database): Class[] {
  const contract = (ready as Record<string, Rpc | undefined>)[service]
  if (!contract) return []
  const cached = new CachedCheck(() => db.sql('SELECT 1'))
  @Handles(contract)
  class Ready {
    async handle(): Promise<{ success: true }> {
      if (!(await cached.get())) throw errors.UNAVAILABLE()
      return { success: true }
    }
  }
  return [Ready]
}
