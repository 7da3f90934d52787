import type { Socket } from 'node:net'

/**
 * Which side ended a connection whose answer was not finished: the client said goodbye or reset it, or else it was closed here, by
 * one of the limits or a failure. An upload that breaks off now and then cannot be explained without it.
 */
export function whoLeft({ readableEnded, errored }: Pick<Socket, 'readableEnded' | 'errored'>): 'client' | 'server' {
  const reset = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes((errored as NodeJS.ErrnoException | null)?.code ?? '')
  return readableEnded || reset ? 'client' : 'server'
}
