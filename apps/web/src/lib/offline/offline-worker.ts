import { logFailure } from '../log.ts'
import type { ToWorker } from './worker-messages.ts'

/** Reaches the worker also if it does not control this page: eviction must not depend on how the page was loaded. */
export function postToWorker(message: ToWorker) {
  navigator.serviceWorker
    ?.getRegistration()
    .then(registration => registration?.active?.postMessage(message))
    .catch((reason: unknown) => logFailure('The offline worker could not be reached', reason))
}
