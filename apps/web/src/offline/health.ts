import * as routes from '@daymark/contracts/routes'
import { call } from '../lib/api.ts'
import { logFailure } from '../lib/log.ts'

/** Whether the server could reach its dependencies when the application started. Nothing on screen depends on it (L-ERR-01). */
export const service = { ok: true }

export async function checkHealth() {
  try {
    const { ok } = await call(routes.getHealth)
    service.ok = ok
  } catch (reason) {
    service.ok = false
    logFailure('Health check failed', reason)
  }
}
