import * as routes from '@daymark/contracts/routes'
import { createRoot } from 'react-dom/client'
import { call } from '../lib/api.ts'
import { logFailure } from '../lib/log.ts'
import { UpdateBanner } from './update-banner.tsx'
import { Updates } from './updates.ts'

/** The banner has its own React root: it appears on every screen, even a broken one, and adds nothing to the first load. */
export function startUpdates() {
  const updates = new Updates(navigator.serviceWorker)
  const root = document.createElement('div')
  document.body.append(root)
  createRoot(root).render(<UpdateBanner updates={updates} />)
  void checkHealth()
  updates.start().catch((reason: unknown) => logFailure('The offline worker could not be started', reason))
}

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
