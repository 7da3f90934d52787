import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { Connection } from '../../src/db/connection.ts'
import { UntrustedDatabase } from '../../src/db/trusted-server.ts'
import { certificatePath } from '../nats/users.ts'

const PASSWORD = 'the password of the service'

/** Encodes a protocol message of the server. */
function createMessage(type: string, ...content: (number | string)[]): Buffer {
  const body = Buffer.concat(
    content.map(part =>
      typeof part === 'string' ? Buffer.from(part) : Buffer.from(Uint32Array.of(part).buffer).swap32(),
    ),
  )
  const head = Buffer.alloc(5, type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const OK = createMessage('R', 0)
const READY = createMessage('Z', 'I')
const CLEARTEXT = createMessage('R', 3)
const MD5 = createMessage('R', 5, 'salt')
const SASL = createMessage('R', 10, 'SCRAM-SHA-256\0\0')
const FORGED = createMessage('R', 12, 'v=AAAA')
const SSL_REQUEST = 8

/** A program that listens in place of the database and tries to receive the password or a statement. */
class Impostor {
  received = ''
  private readonly server: Server
  private readonly sockets = new Set<Socket>()
  constructor(respond: (received: string) => Buffer | undefined, tls?: { key: string; cert: string }) {
    this.server = createServer(raw => {
      this.sockets.add(raw)
      const serve = (socket: Socket): void => {
        socket.on('error', () => {})
        socket.on('data', (chunk: Buffer) => {
          this.received += chunk.toString('latin1')
          const response = respond(chunk.toString('latin1'))
          if (response) socket.write(response)
        })
      }
      if (!tls) return serve(raw)
      raw.once('data', chunk => {
        if (chunk.length !== SSL_REQUEST) return void raw.destroy()
        raw.write('S')
        serve(new TLSSocket(raw, { isServer: true, ...tls }))
      })
    }).listen(0, '0.0.0.0')
  }
  async settings(overrides: pg.ClientConfig = {}): Promise<pg.ClientConfig> {
    if (!this.server.listening) await once(this.server, 'listening')
    const { port } = this.server.address() as AddressInfo
    return { host: '127.0.0.1', port, user: 'daymark', database: 'daymark', password: PASSWORD, ...overrides }
  }
  stop(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }
}

/** Sends the next of these messages after each message of the client. */
const createSequentialResponder = (...messages: Buffer[]) => {
  const remaining = [...messages]
  return () => remaining.shift()
}
/** Continues SCRAM with the client's nonce and then reports a successful connection without a valid proof. */
function forgeScram(received: string): Buffer | undefined {
  const [, nonce] = /,r=([^,\0]+)/.exec(received) ?? []
  if (!nonce) return SASL
  return Buffer.concat([createMessage('R', 11, `r=${nonce}x,s=c2FsdA==,i=4096`), FORGED, OK, READY])
}

let impostor: Impostor
afterEach(() => impostor.stop())

it.each([
  ['asks for the password in clear text', () => createSequentialResponder(CLEARTEXT), /UntrustedDatabase/],
  ['asks for the password as MD5', () => createSequentialResponder(MD5), /UntrustedDatabase/],
  ['accepts any password', () => createSequentialResponder(Buffer.concat([OK, READY])), /UntrustedDatabase/],
  ['is ready without authentication', () => createSequentialResponder(READY), /UntrustedDatabase/],
  ['forges the end of SCRAM', () => forgeScram, /SASL/],
])('a server that %s receives neither the password nor a statement', async (_, createResponder, expectedError) => {
  impostor = new Impostor(createResponder())
  const pool = new pg.Pool({ ...(await impostor.settings()), Client: Connection } as pg.PoolConfig)
  pool.on('error', () => {})
  const failure = await pool.query('SELECT secret').catch((error: unknown) => error)
  expect(String(failure)).toMatch(expectedError)
  await pool.end()
  expect(impostor.received).toContain('daymark')
  expect(impostor.received).not.toContain('SELECT')
  expect(impostor.received).not.toContain(PASSWORD)
  expect(impostor.received).not.toContain('md5')
})

describe('over TLS, a server that asks for the password in clear text', () => {
  const [ca, other] = ['ca.pem', 'other-ca.pem'].map(name => readFileSync(certificatePath(name), 'utf8'))
  const tls = {
    key: readFileSync(certificatePath('server.key'), 'utf8'),
    cert: readFileSync(certificatePath('server.pem'), 'utf8'),
  }
  const connectAndCapture = async (ssl: pg.ClientConfig['ssl'], host = 'localhost'): Promise<[string, unknown]> => {
    impostor = new Impostor(createSequentialResponder(CLEARTEXT, Buffer.concat([OK, READY])), tls)
    const client = new Connection(await impostor.settings({ ssl, host }))
    const failure = await client.connect().then(
      () => undefined,
      (error: unknown) => error,
    )
    client.end().catch(() => {})
    return [impostor.received, failure]
  }

  it('receives the password if its certificate is verified for its name', async () => {
    expect(await connectAndCapture({ ca: ca! })).toEqual([expect.stringContaining(PASSWORD), undefined])
  })
  it.each([
    ['is not verified', { rejectUnauthorized: false }, 'localhost'],
    ['is of another authority', { ca: other!, rejectUnauthorized: false }, 'localhost'],
    ['is for another name', { ca: ca!, checkServerIdentity: () => undefined }, '127.0.0.2'],
  ])('does not receive the password if its certificate %s', async (_, ssl, host) => {
    const [text, failure] = await connectAndCapture(ssl, host)
    expect(text).not.toContain(PASSWORD)
    expect(failure).toBeInstanceOf(UntrustedDatabase)
  })
})
