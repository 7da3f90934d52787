import { createRoot } from 'react-dom/client'
import { logFailure } from '../lib/log.ts'
import { checkHealth } from './health.ts'
import { UpdateBanner } from './update-banner.tsx'
import { Updates } from './updates.ts'

/** The banner has a root of its own: it is on every screen, also on one that broke, and costs the first load nothing. */
export function startUpdates() {
  const updates = new Updates(navigator.serviceWorker)
  const root = document.createElement('div')
  document.body.append(root)
  createRoot(root).render(<UpdateBanner updates={updates} />)
  void checkHealth()
  updates.start().catch((reason: unknown) => logFailure('The offline worker could not be started', reason))
}
