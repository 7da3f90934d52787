import { createServer } from 'node:tls'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { loadConfig, PlatformConfig } from '@daymark/platform'
import { Receiver, testDns, type TestDns } from '@daymark/testing/outside'
import { DeveloperConfig } from '../config.ts'
import { post } from '../sending/post.ts'
import { Receivers } from './receivers.ts'

let dns: TestDns
let receiver: Receiver
beforeAll(async () => {
  dns = await testDns()
  receiver = await Receiver.open()
})
afterAll(async () => {
  await receiver.close()
  await dns.stop()
})

const createReceivers = (isPrivate: boolean) => {
  const required = { DAYMARK_DATABASE_URL: 'postgres://x/y', DAYMARK_SECRET: 'x'.repeat(32) }
  return new Receivers(
    loadConfig(DeveloperConfig, { DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: String(isPrivate) }),
    loadConfig(PlatformConfig, { ...required, DAYMARK_DNS_SERVERS: dns.address }),
  )
}
const port = (): string => new URL(receiver.url).port
const request = { headers: { 'x-test': 'yes' }, body: '{}', signal: new AbortController().signal }

describe('rule 51 the host name of a receiver', () => {
  it.each([
    ['of a private address', { A: ['10.0.0.1'] }],
    ['of this machine', { A: ['127.0.0.1'] }],
    ['of a cloud’s metadata', { A: ['169.254.169.254'] }],
    ['of a private address of IPv6', { AAAA: ['fd00::1'] }],
    ['of an IPv4-mapped address', { AAAA: ['::ffff:127.0.0.1'] }],
    ['of a NAT64 address', { AAAA: ['64:ff9b::7f00:1'] }],
    ['that has a private and a public address', { A: ['1.1.1.1', '127.0.0.1'] }],
    ['that has a private address only in IPv6', { A: ['1.1.1.1'], AAAA: ['::1'] }],
    ['that is an alias of a private host', { CNAME: 'inside.test' }],
  ])('%s is refused when it is entered and when it is sent to', async (_, records) => {
    dns.set('inside.test', { A: ['192.168.0.1'] })
    dns.set('hooks.test', records)
    const { validate, prepareConnection } = createReceivers(false)
    const strictReceivers = createReceivers(false)
    await expect(validate.call(strictReceivers, 'https://hooks.test/')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'url cannot be used: the address is not public.',
    })
    await expect(prepareConnection.call(strictReceivers, 'https://hooks.test/')).rejects.toThrow('not public')
  })

  it('is accepted although it does not exist yet, but nothing is sent to it', async () => {
    expect(await createReceivers(false).validate('https://later.test/')).toMatchObject({ host: 'later.test:443' })
    await expect(createReceivers(false).prepareConnection('https://later.test/')).rejects.toThrow(
      'does not resolve to an IP address',
    )
  })

  it('is resolved once for a connection, which uses this address even if the name changes (DNS rebinding)', async () => {
    dns.set('hooks.test', { A: ['127.0.0.1'] })
    const { receiver: to, pinnedLookup } = await createReceivers(true).prepareConnection(
      `http://hooks.test:${port()}/hook`,
    )
    const lookupCount = dns.queriedNames.length
    dns.set('hooks.test', { A: ['127.0.0.2'] })
    const [response, { headers }] = await Promise.all([post(to, { ...request, pinnedLookup }), receiver.take()])
    expect([response.status, headers.host, headers['x-test']]).toEqual([204, `hooks.test:${port()}`, 'yes'])
    expect(dns.queriedNames).toHaveLength(lookupCount)
  })

  it('is refused as soon as it resolves to a private address, even if the webhook was created before', async () => {
    dns.set('hooks.test', { A: ['1.1.1.1'] })
    await createReceivers(false).validate('https://hooks.test/')
    dns.set('hooks.test', { A: ['127.0.0.1'] })
    await expect(createReceivers(false).prepareConnection('https://hooks.test/')).rejects.toThrow('not public')
  })

  it('is the server name of the TLS handshake, and an invalid certificate fails the connection', async () => {
    const names: (string | undefined)[] = []
    const server = createServer({ SNICallback: (name, done) => (names.push(name), done(new Error('no such host'))) })
    server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    dns.set('hooks.test', { A: ['127.0.0.1'] })
    const url = `https://hooks.test:${(server.address() as AddressInfo).port}/`
    const { receiver: to, pinnedLookup } = await createReceivers(true).prepareConnection(url)
    await expect(post(to, { ...request, pinnedLookup })).rejects.toMatchObject({ code: expect.any(String) })
    expect(names).toEqual(['hooks.test'])
    server.close()
  })
})
