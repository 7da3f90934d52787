import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadConfig, PlatformConfig } from '@daymark/platform'
import { connectionOptions, untilAccepted } from '../src/transport/nats-connection.ts'
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
