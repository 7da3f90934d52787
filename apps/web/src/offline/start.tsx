import * as routes from '@daymark/contracts/routes'
import { createRoot } from 'react-dom/client'
import { call } from '../lib/api.ts'
import { logFailure } from '../lib/log.ts'
import { UpdateBanner } from './update-banner.tsx'
import { Updates } from './updates.ts'

/**
 * Starts the update check. The update banner has a React root of its own, so it also appears if the screen is broken,
 * and it is not part of the first page load.
 */
export function startUpdates() {
  const updates = new Updates(navigator.serviceWorker)
  const root = document.createElement('div')
  document.body.append(root)
  createRoot(root).render(<UpdateBanner updates={updates} />)
  void checkHealth()
  updates.start().catch((reason: unknown) => logFailure('The offline worker could not be started', reason))
}

/** L-ERR-01: the result of the health check at the start of the application. No screen uses it. */
export const serverHealth = { ok: true }

export async function checkHealth() {
  try {
    const { ok } = await call(routes.getHealth)
    serverHealth.ok = ok
  } catch (reason) {
    serverHealth.ok = false
    logFailure('Health check failed', reason)
  }
}
