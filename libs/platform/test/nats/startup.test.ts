import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadConfig, PlatformConfig } from '@daymark/platform'
import type { CallVerifier } from '../../src/rpc/signed-call.ts'
import { connectionOptions, waitForServer } from '../../src/transport/nats-connection.ts'
import { RequestServer } from '../../src/transport/nats-rpc.ts'
import { requiredSettings } from './users.ts'

const info = (more: object) =>
  `INFO ${JSON.stringify({ server_id: 'x', version: '2.12.0', proto: 1, headers: true, max_payload: 1000, ...more })}\r\n`

it('the process waits for a nats-server that disconnects during the TLS handshake', async () => {
  let connections = 0
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    if (++connections < 3) {
      socket.write(info({ tls_required: true }))
      return void socket.once('data', () => socket.destroy())
    }
    // the third connection is rejected with an error that ends the wait
    socket.write(info({ auth_required: true }))
    socket.once('data', () => socket.end(`-ERR 'Authorization Violation'\r\n`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const platform = loadConfig(PlatformConfig, { ...requiredSettings, DAYMARK_NATS_URL: `nats://127.0.0.1:${port}` })
  try {
    await expect(waitForServer(connectionOptions(platform, ['library']), () => {})).rejects.toThrow('refused the user')
    expect(connections).toBe(3)
  } finally {
    server.close()
  }
})

describe('a process that exceeds the authentication timeout of nats-server', () => {
  /** Starts a server that times out the first connection and handles later connections with `respond`. */
  async function startServerWithTimeout(respond: (socket: Socket, received: string) => void) {
    let connections = 0
    const server = createServer((socket: Socket) => {
      const isLate = ++connections === 1
      socket.on('error', () => {})
      socket.write(info({ auth_required: true }))
      socket.on('data', (received: Buffer) => {
        if (isLate) socket.end(`-ERR 'Authentication Timeout'\r\n`)
        else respond(socket, received.toString())
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const platform = loadConfig(PlatformConfig, { ...requiredSettings, DAYMARK_NATS_URL: `nats://127.0.0.1:${port}` })
    return { options: connectionOptions(platform, ['library']), connections: () => connections, server }
  }
  const respondToPing = (socket: Socket, received: string) =>
    void (received.includes('PING') && socket.write('PONG\r\n'))

  it('connects again', async () => {
    const { options, connections, server } = await startServerWithTimeout(respondToPing)
    try {
      await waitForServer(options, () => {})
      expect(connections()).toBe(2)
    } finally {
      server.close()
    }
  })

  it('connects again with its request server', async () => {
    const { options, connections, server } = await startServerWithTimeout(respondToPing)
    const verifier = { findRejection: () => undefined } as unknown as CallVerifier
    const requestServer = new RequestServer(options, { shutdownMs: 0, verifier, onRefusal: () => {} })
    try {
      await new Promise<void>((resolve, reject) =>
        requestServer.listen(error => (error ? reject(error as Error) : resolve())),
      )
      expect(connections()).toBe(2)
    } finally {
      await requestServer.close()
      server.close()
    }
  })
})
