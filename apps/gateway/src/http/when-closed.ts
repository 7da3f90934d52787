import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Callbacks by response: one listener per response, regardless of the number of callbacks. */
const callbacks = new WeakMap<ServerResponse, (() => void)[]>()
/** Pipelined responses by connection: one listener per connection, regardless of the number of requests. */
const pipelined = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `callback` once when the response was sent or aborted, or immediately if it already was, because Node emits 'close' only once. It
 * also covers a pipelined response whose connection closes while an earlier response still occupies it; Node emits no event for that.
 */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  const { socket } = response.req
  // A finished response has no socket any more and is about to emit 'close'.
  const hasTurn = response.socket !== null || response.writableFinished
  if (response.closed || (!hasTurn && socket.destroyed)) return callback()
  const registered = callbacks.get(response)
  if (registered) return void registered.push(callback)
  const waiting = [callback]
  callbacks.set(response, waiting)
  const runCallbacks = (): void => {
    for (const run of waiting.splice(0)) run()
  }
  response.once('close', runCallbacks)
  if (hasTurn) return
  const responses = pipelinedOn(socket)
  responses.add(runCallbacks)
  waiting.push(() => responses.delete(runCallbacks))
}

function pipelinedOn(socket: Socket): Set<() => void> {
  const existing = pipelined.get(socket)
  if (existing) return existing
  const responses = new Set<() => void>()
  pipelined.set(socket, responses)
  socket.once('close', () => {
    for (const runCallbacks of [...responses]) runCallbacks()
  })
  return responses
}
