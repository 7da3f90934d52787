import { isAccessDenied, isUnavailable } from '../db/unavailable.ts'

/**
 * What a subscriber throws when something it needs is away, full or short of memory, and the event is not to blame: the event
 * waits, however long, and the try does not count.
 */
export class Transient extends Error {
  override name = 'Transient'
}

/**
 * True for a failure that is not the fault of the event. Any other failure counts as an attempt unless the service is not ready.
 * Access denied to one object would otherwise be retried without end; where the whole store denies access, the service is not ready.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof Transient || (isUnavailable(error) && !isAccessDenied(error))
