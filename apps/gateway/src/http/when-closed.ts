import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Callbacks by response: one listener per response, regardless of the number of callbacks. */
const callbacks = new WeakMap<ServerResponse, (() => void)[]>()
/** Pipelined responses by connection: one listener per connection, regardless of the number of requests. */
const pipelined = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` once when the response was sent or aborted, or immediately if it already was, because Node emits 'close' only once. It also
 * covers a pipelined response whose connection closes while an earlier response still occupies it; Node emits no event for that.
 */
export function whenClosed(response: ServerResponse, act: () => void): void {
  const { socket } = response.req
  // A finished response has no socket any more and is about to emit 'close'.
  const hasTurn = response.socket !== null || response.writableFinished
  if (response.closed || (!hasTurn && socket.destroyed)) return act()
  const acts = callbacks.get(response)
  if (acts) return void acts.push(act)
  const waiting = [act]
  callbacks.set(response, waiting)
  const over = (): void => {
    for (const each of waiting.splice(0)) each()
  }
  response.once('close', over)
  if (hasTurn) return
  const responses = pipelinedOn(socket)
  responses.add(over)
  waiting.push(() => responses.delete(over))
}

function pipelinedOn(socket: Socket): Set<() => void> {
  const existing = pipelined.get(socket)
  if (existing) return existing
  const responses = new Set<() => void>()
  pipelined.set(socket, responses)
  socket.once('close', () => {
    for (const over of [...responses]) over()
  })
  return responses
}
