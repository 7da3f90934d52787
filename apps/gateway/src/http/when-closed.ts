import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Callbacks of pipelined responses by connection. One listener per connection, regardless of the number of requests. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` once when the response was sent or aborted, or immediately if it already was, because Node emits 'close' only once. It also
 * covers a pipelined response whose connection closes while an earlier response still occupies it; Node emits no event for that.
 */
export function whenClosed(response: ServerResponse, act: () => void): void {
  const { socket } = response.req
  // A finished response has no socket any more and is about to emit 'close'.
  const hasTurn = response.socket !== null || response.writableFinished
  if (response.closed || (!hasTurn && socket.destroyed)) return act()
  if (hasTurn) return void response.once('close', act)
  const callbacks = callbacksOf(socket)
  const over = (): void => {
    callbacks.delete(over)
    response.off('close', over)
    act()
  }
  callbacks.add(over)
  response.once('close', over)
}

function callbacksOf(socket: Socket): Set<() => void> {
  const existing = waiting.get(socket)
  if (existing) return existing
  const callbacks = new Set<() => void>()
  waiting.set(socket, callbacks)
  socket.once('close', () => {
    for (const over of [...callbacks]) over()
  })
  return callbacks
}
