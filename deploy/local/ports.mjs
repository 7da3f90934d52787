import { randomInt } from 'node:crypto'
import { createConnection, createServer } from 'node:net'

/** Binds the port as the server will, to detect ports in use, forbidden ports and invalid addresses before the start. */
export function tryListen(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const chosen = server.address().port
      server.close(() => resolve(chosen))
    })
  })
}

/** Below the ephemeral ports, which outgoing connections could take first. */
const OURS = { first: 20_000, end: 32_000 }

/** The first of these ports that is currently free. */
export async function freePort({ first, end } = OURS) {
  for (;;) {
    const port = await tryListen(randomInt(first, end), '127.0.0.1').catch(() => undefined)
    if (port) return port
  }
}

/** Whether the port is in use. */
export function answers(port, host = '127.0.0.1') {
  return new Promise(resolve => {
    const socket = createConnection({ port, host })
    const done = answer => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })
}
