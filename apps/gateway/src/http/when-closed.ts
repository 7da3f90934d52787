import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What waits behind an earlier answer of its connection. One listener per connection, however many requests are pipelined. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `act` once, when this response is over: sent, aborted, or its connection gone. At once if that has happened already, as
 * Node emits it a single time; and also where the response never had the connection, because an earlier one still holds it.
 */
export function onceClosed(response: ServerResponse, act: () => void): void {
  const { socket } = response.req
  // A response that is finished has let go of its socket, and says so in a moment.
  const hasTurn = response.socket !== null || response.writableFinished
  if (response.closed || (!hasTurn && socket.destroyed)) return act()
  if (hasTurn) return void response.once('close', act)
  const behind = behindOthers(socket)
  const over = (): void => {
    behind.delete(over)
    response.off('close', over)
    act()
  }
  behind.add(over)
  response.once('close', over)
}

function behindOthers(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known) return known
  const made = new Set<() => void>()
  waiting.set(socket, made)
  socket.once('close', () => {
    for (const over of [...made]) over()
  })
  return made
}
