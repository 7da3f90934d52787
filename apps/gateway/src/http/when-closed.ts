import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Callbacks by response: one listener per response, regardless of the number of callbacks. */
const callbacks = new WeakMap<ServerResponse, (() => void)[]>()
/** Pipelined responses by connection: one listener per connection, regardless of the number of requests. */
const pipelinedCallbacks = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `callback` once, when the response was sent or aborted; immediately if that has already happened, because Node emits 'close' only
 * once. This also covers a pipelined response whose connection closes while an earlier response still occupies it: Node emits no event for
 * such a response.
 */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req
  // A finished response has no socket any more and is about to emit 'close'.
  const ownsConnection = response.socket !== null || response.writableFinished
  if (response.closed || (!ownsConnection && socket.destroyed)) return callback()
  const existingCallbacks = callbacks.get(response)
  if (existingCallbacks) return void existingCallbacks.push(callback)
  const newCallbacks = [callback]
  callbacks.set(response, newCallbacks)
  const runCallbacks = (): void => {
    for (const runCallback of newCallbacks.splice(0)) runCallback()
  }
  response.once('close', runCallbacks)
  if (ownsConnection) return
  const connectionCallbacks = findPipelinedCallbacks(socket)
  connectionCallbacks.add(runCallbacks)
  newCallbacks.push(() => connectionCallbacks.delete(runCallbacks))
}

function findPipelinedCallbacks(socket: Socket): Set<() => void> {
  const existingCallbacks = pipelinedCallbacks.get(socket)
  if (existingCallbacks) return existingCallbacks
  const newCallbacks = new Set<() => void>()
  pipelinedCallbacks.set(socket, newCallbacks)
  socket.once('close', () => {
    for (const runCallbacks of [...newCallbacks]) runCallbacks()
  })
  return newCallbacks
}
