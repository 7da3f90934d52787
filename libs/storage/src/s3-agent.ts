import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'

/** A store that accepts a connection and then says nothing must not hold a request for ever. */
const SILENCE_MS = 60_000
const options = { keepAlive: true, maxSockets: 128, timeout: SILENCE_MS }

/** Node's own `timeout` only emits an event, which the minio client does not listen to. */
function endWhenSilent(socket: Socket): void {
  socket.on('timeout', () => socket.destroy(new Error(`the object store was silent for ${SILENCE_MS / 1000} s`)))
}

export function keepAliveAgent(secure: boolean): HttpAgent {
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options)
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (to, done) => {
    const socket = connect(to, done)
    if (socket) endWhenSilent(socket as Socket)
    return socket
  }
  return agent
}
