import { logFailure } from '../log.ts'
import type { ToWorker } from './worker-messages.ts'

/** Also when the worker does not control this page: what has to be forgotten must not depend on how the page was loaded. */
export function postToWorker(message: ToWorker) {
  navigator.serviceWorker
    ?.getRegistration()
    .then(registration => registration?.active?.postMessage(message))
    .catch((reason: unknown) => logFailure('The offline worker could not be reached', reason))
}
