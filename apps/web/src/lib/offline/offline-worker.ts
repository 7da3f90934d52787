import { logFailure } from '../log.ts'
import type { PageToWorkerMessage } from './worker-messages.ts'

/**
 * Sends a message to the active offline worker. This works even if the worker does not control this page, for example
 * after a forced reload.
 */
export function postToWorker(message: PageToWorkerMessage) {
  navigator.serviceWorker
    ?.getRegistration()
    .then(registration => registration?.active?.postMessage(message))
    .catch((reason: unknown) => logFailure('The offline worker could not be reached', reason))
}
