import { createRoot } from 'react-dom/client'
import { logFailure } from '../lib/log.ts'
import { checkHealth } from './health.ts'
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
