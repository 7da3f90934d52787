import { isUnavailable } from '../db/unavailable.ts'

/**
 * What a subscriber throws when something it needs is away, full or short of memory, and the event is not to blame: the event
 * waits, however long, and the try does not count.
 */
export class Transient extends Error {
  override name = 'Transient'
}

/** Is this no fault of the event? What is neither known here nor explained by a service that is not ready counts as a try. */
export const isTransient = (error: unknown): boolean => error instanceof Transient || isUnavailable(error)
