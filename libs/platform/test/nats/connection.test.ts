import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, loadConfig, PlatformConfig, probeDependencies } from '@daymark/platform'
import { describeWith, testNats, type TestNats } from '@daymark/testing'
import { nkeys } from '@nats-io/transport-node'
import { NatsTransport } from '../../src/transport/nats.transport.ts'
import { connectionOptions } from '../../src/transport/nats-connection.ts'
import { loadRpcKeys } from '../../src/rpc/signed-call.ts'
import { certificatePath, createUserWithCredentials, requiredSettings } from './users.ts'

const userKey = nkeys.createUser()
const readSeed = (key: typeof userKey): string => new TextDecoder().decode(key.getSeed())

/** Replaces the server's handshake timeouts of two seconds by 30 seconds, because the machine may be busy. */
const withLongTimeouts = (config: string) =>
  (config.includes('authorization {') ? config : `${config}\nauthorization {}`)
    .replace('authorization {', 'authorization { timeout: 30, ')
    .replace('tls {', 'tls { timeout: 30, ')

describeWith('nats-server')('connections to nats-server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-nats-config-'))
  const servers: TestNats[] = []
  afterAll(async () => {
    await Promise.all(servers.map(server => server.stop()))
    rmSync(folder, { recursive: true })
  })

  /** Starts a server with this configuration. `connect` opens all connections of a process that has the given settings. */
  async function startServer(config: string) {
    const file = join(folder, `${servers.length}.conf`)
    writeFileSync(file, `max_payload: 8MB\njetstream {}\n${withLongTimeouts(config)}`)
    const server = await testNats(file)
    servers.push(server)
    const address = server.url.slice('nats://'.length)
    const settings = (env: Record<string, string>) =>
      loadConfig(PlatformConfig, { ...requiredSettings, DAYMARK_NATS_URL: server.url, ...env })
    return { address, settings, connect: (env: Record<string, string> = {}) => openConnections(settings(env)) }
  }

  it('accept user and password from the address or a file, and reject wrong ones at once', async () => {
    const { address, connect } = await startServer('authorization { users: [{ user: "me", password: "p@ss:word" }] }')
    const url = `nats://me:p%40ss%3Aword@${address}`
    const file = join(folder, 'nats-url')
    writeFileSync(file, `${url}\n`)
    expect(await connect({ DAYMARK_NATS_URL: url })).toBe('connected')
    expect(await connect({ DAYMARK_NATS_URL: '', DAYMARK_NATS_URL_FILE: file })).toBe('connected')
    const wrongSettings: Record<string, string>[] = [
      {},
      { DAYMARK_NATS_URL: `nats://you:p%40ss%3Aword@${address}` },
      { DAYMARK_NATS_URL: `nats://me:guessed@${address}` },
      { DAYMARK_NATS_URL: `nats://p%40ss%3Aword@${address}` },
      { DAYMARK_NATS_NKEY: readSeed(userKey) },
    ]
    for (const wrong of wrongSettings)
      await expect(connect(wrong)).rejects.toThrow('nats-server refused the user of this process')
  })

  it('accept a token', async () => {
    const { address, connect } = await startServer('authorization { token: "a-token" }')
    expect(await connect({ DAYMARK_NATS_URL: `nats://a-token@${address}` })).toBe('connected')
    await expect(connect({ DAYMARK_NATS_URL: `nats://another@${address}` })).rejects.toThrow(ConfigError)
  })

  it('accept an nkey', async () => {
    const { connect } = await startServer(`authorization { users: [{ nkey: ${userKey.getPublicKey()} }] }`)
    expect(await connect({ DAYMARK_NATS_NKEY: readSeed(userKey) })).toBe('connected')
    await expect(connect({ DAYMARK_NATS_NKEY: readSeed(nkeys.createUser()) })).rejects.toThrow(ConfigError)
  })

  it('accept a credentials file', async () => {
    const user = createUserWithCredentials()
    const file = join(folder, 'user.creds')
    writeFileSync(file, user.creds)
    const { connect } = await startServer(user.config)
    expect(await connect({ DAYMARK_NATS_CREDS_FILE: file })).toBe('connected')
    await expect(connect({ DAYMARK_NATS_CREDS: createUserWithCredentials().creds })).rejects.toThrow(ConfigError)
  })

  it('reject an unreadable key before connecting, and name its setting', () => {
    const parse = (env: Record<string, string>) => () =>
      connectionOptions(
        loadConfig(PlatformConfig, { ...requiredSettings, DAYMARK_NATS_URL: 'nats://host:4222', ...env }),
        ['x'],
      )
    expect(parse({ DAYMARK_NATS_NKEY: 'SUNONSENSE' })).toThrow('DAYMARK_NATS_NKEY cannot be read')
    expect(parse({ DAYMARK_NATS_CREDS: 'nonsense' })).toThrow('DAYMARK_NATS_CREDS cannot be read')
  })

  it('reject more than one kind of credentials', () => {
    const two = {
      ...requiredSettings,
      DAYMARK_NATS_URL: 'nats://me:pass@host:4222',
      DAYMARK_NATS_NKEY: readSeed(userKey),
    }
    expect(() => connectionOptions(loadConfig(PlatformConfig, two), ['library'])).toThrow(/only one/)
  })

  describe('TLS', () => {
    const [caFile, certFile, keyFile] = ['ca.pem', 'server.pem', 'server.key'].map(certificatePath)
    const tls = (more = '') => `tls { cert_file: "${certFile}", key_file: "${keyFile}", ca_file: "${caFile}"${more} }`
    const ca = { DAYMARK_NATS_TLS_CA_FILE: certificatePath('ca.pem') }
    const client = {
      DAYMARK_NATS_TLS_CERT_FILE: certificatePath('client.pem'),
      DAYMARK_NATS_TLS_KEY_FILE: certificatePath('client.key'),
    }

    it('a server is trusted only if the configured authority signed its certificate', async () => {
      const server = await startServer(`${tls()}\nauthorization { token: "a-token" }`)
      const connect = (env = {}) => server.connect({ DAYMARK_NATS_URL: `nats://a-token@${server.address}`, ...env })
      expect(await connect(ca)).toBe('connected')
      await expect(connect()).rejects.toThrow('do not trust each other')
      const otherCa = { DAYMARK_NATS_TLS_CA_FILE: certificatePath('other-ca.pem') }
      await expect(connect(otherCa)).rejects.toThrow('do not trust each other')
    })

    it('a client certificate is accepted if the server requires one', async () => {
      const { connect } = await startServer(tls(', verify: true'))
      expect(await connect({ ...ca, ...client })).toBe('connected')
      await expect(connect(ca)).rejects.toThrow('do not trust each other')
    })

    it('a server without TLS is rejected if TLS is configured', async () => {
      const { address, connect } = await startServer('')
      await expect(connect(ca)).rejects.toThrow('do not trust each other')
      await expect(connect({ DAYMARK_NATS_URL: `tls://${address}` })).rejects.toThrow('do not trust each other')
    })
  })

  it('doctor reports an open bus and users without restrictions', async () => {
    const open = await startServer('')
    const closed = await startServer('authorization { users: [{ user: "me", password: "pass" }] }')
    const access = async (platform: PlatformConfig) =>
      (await probeDependencies(platform)).find(c => c.name === 'bus access')
    expect(await access(open.settings({}))).toMatchObject({ ok: false, message: expect.stringContaining('is open') })
    expect(await access(closed.settings({ DAYMARK_NATS_URL: `nats://me:pass@${closed.address}` }))).toMatchObject({
      ok: false,
      message: expect.stringContaining('has no restricted permissions'),
    })
  })
})

/** Opens the three connections of a process: for events, requests and replies. */
async function openConnections(platform: PlatformConfig): Promise<string> {
  const errors: unknown[] = []
  const transport = await NatsTransport.connect({
    connection: connectionOptions(platform, ['library']),
    keys: loadRpcKeys(platform),
    replicas: 1,
    ackWaitMs: 1000,
    shutdownMs: 0,
    retryDelays: { firstDelayMs: 10, maxDelayMs: 10 },
    onError: error => errors.push(error),
    onRefusal: () => {},
    onInvalidEvent: () => {},
  })
  const client = transport.client()
  const server = transport.server('library') as unknown as {
    listen(done: (error?: unknown) => void): Promise<void>
    close(): Promise<void>
  }
  try {
    await client.connect()
    await new Promise<void>((resolve, reject) => void server.listen(error => (error ? reject(error) : resolve())))
    await transport.ready()
    return errors.length ? String(errors) : 'connected'
  } finally {
    await server.close()
    await client.close()
    await transport.close()
  }
}
