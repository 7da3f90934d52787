import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadConfig, PlatformConfig } from '@daymark/platform'
import type { CallVerifier } from '../src/rpc/signed-call.ts'
import { connectionOptions, untilAccepted } from '../src/transport/nats-connection.ts'
import { RequestServer } from '../src/transport/nats-server.ts'
import { context } from './nats-users.ts'

const info = (more: object) =>
  `INFO ${JSON.stringify({ server_id: 'x', version: '2.12.0', proto: 1, headers: true, max_payload: 1000, ...more })}\r\n`

it('a nats-server that goes while certificates are exchanged is away, not distrusted: the process waits for it', async () => {
  let connections = 0
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    if (++connections < 3) {
      socket.write(info({ tls_required: true }))
      return void socket.once('data', () => socket.destroy())
    }
    // then it is back, and says something that ends the wait
    socket.write(info({ auth_required: true }))
    socket.once('data', () => socket.end(`-ERR 'Authorization Violation'\r\n`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const platform = loadConfig(PlatformConfig, { ...context, DAYMARK_NATS_URL: `nats://127.0.0.1:${port}` })
  try {
    await expect(untilAccepted(connectionOptions(platform, ['library']), () => {})).rejects.toThrow('refused the user')
    expect(connections).toBe(3)
  } finally {
    server.close()
  }
})

describe('a process that has no processor while nats-server waits for its name', () => {
  /** It says to the first that they were too slow; then it answers as it is told. */
  async function impatient(answer: (socket: Socket, said: string) => void) {
    let connections = 0
    const server = createServer((socket: Socket) => {
      const isLate = ++connections === 1
      socket.on('error', () => {})
      socket.write(info({ auth_required: true }))
      socket.on('data', (said: Buffer) => {
        if (isLate) socket.end(`-ERR 'Authentication Timeout'\r\n`)
        else answer(socket, said.toString())
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const platform = loadConfig(PlatformConfig, { ...context, DAYMARK_NATS_URL: `nats://127.0.0.1:${port}` })
    return { options: connectionOptions(platform, ['library']), connections: () => connections, server }
  }
  const known = (socket: Socket, said: string) => void (said.includes('PING') && socket.write('PONG\r\n'))

  it('is not refused: it comes again', async () => {
    const { options, connections, server } = await impatient(known)
    try {
      await untilAccepted(options, () => {})
      expect(connections()).toBe(2)
    } finally {
      server.close()
    }
  })

  it('comes again with what answers requests, too', async () => {
    const { options, connections, server } = await impatient(known)
    const verifier = { refusal: () => undefined } as unknown as CallVerifier
    const answering = new RequestServer(options, { shutdownMs: 0, verifier, onRefusal: () => {} })
    try {
      await new Promise<void>((resolve, reject) =>
        answering.listen(error => (error ? reject(error as Error) : resolve())),
      )
      expect(connections()).toBe(2)
    } finally {
      await answering.close()
      server.close()
    }
  })
})
