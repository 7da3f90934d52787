import { randomInt } from 'node:crypto'
import { createConnection, createServer } from 'node:net'

/** Binds the port in the same way as the server. This detects ports in use, forbidden ports and invalid addresses before the start. */
export function tryListen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const boundPort = server.address().port
      server.close(() => resolve(boundPort))
    })
  })
}

/** Range of ports for servers. It is below the ephemeral ports, which outgoing connections may occupy. */
const SERVER_PORTS = { first: 20_000, end: 32_000 }

/** Finds a free port in the range. */
export async function freePort({ first, end } = SERVER_PORTS) {
  for (;;) {
    const port = await tryListen(randomInt(first, end), '127.0.0.1').catch(() => undefined)
    if (port) return port
  }
}

/** Returns whether a program listens on the port. */
export function isPortInUse(port, host = '127.0.0.1') {
  return new Promise(resolve => {
    const socket = createConnection({ port, host })
    const finish = isListening => {
      socket.destroy()
      resolve(isListening)
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false))
  })
}
