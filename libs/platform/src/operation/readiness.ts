import { errors, ready } from '@daymark/contracts'
import { isFulfilled, withTimeout } from '../async/time.ts'
import type { Database } from '../db/database.ts'
import { type Class, Handles, RpcHandlers } from '../service/decorators.ts'

/** Time for which a result is reused, because probes are frequent. */
const RESULT_CACHE_MS = 1000
/** Timeout of a check. A check without a result after this time has failed. */
const CHECK_TIMEOUT_MS = 3000

/** A check whose result is reused for a second. A check without a result before the timeout has failed. */
export class CachedCheck {
  private cached?: { expiresAt: number; isOk: Promise<boolean> }
  private readonly timeoutMs: number

  constructor(
    private readonly check: () => Promise<unknown>,
    timeoutMs = CHECK_TIMEOUT_MS,
  ) {
    this.timeoutMs = timeoutMs
  }

  get(): Promise<boolean> {
    if (this.cached && this.cached.expiresAt > performance.now()) return this.cached.isOk
    const cachedCheck = { expiresAt: performance.now() + this.timeoutMs, isOk: this.succeeds() }
    void cachedCheck.isOk.then(() => (cachedCheck.expiresAt = performance.now() + RESULT_CACHE_MS))
    this.cached = cachedCheck
    return cachedCheck.isOk
  }

  private async succeeds(): Promise<boolean> {
    return isFulfilled(withTimeout(this.check(), this.timeoutMs))
  }
}

/** The handler of every service with a database that reports readiness over the bus. */
export function readinessHandler(service: string, db: Database): Class[] {
  const contract = ready[service as keyof typeof ready]
  if (!contract) return []
  const cachedCheck = new CachedCheck(() => db.sql('SELECT 1'))
  @RpcHandlers()
  class ReadinessHandlers {
    @Handles(contract)
    async checkReadiness() {
      if (!(await cachedCheck.get())) throw errors.UNAVAILABLE()
      return { success: true as const }
    }
  }
  return [ReadinessHandlers]
}
