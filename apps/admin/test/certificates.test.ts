import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlain, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { readCertificateExpiry } from '../src/outgoing/certificates.ts'

const folder = join(import.meta.dirname, '../../../libs/platform/test/nats/certificates')
const file = (name: string) => readFileSync(join(folder, name), 'utf8')
const resolveToLocalhost = async () => ['127.0.0.1']
const ca = file('ca.pem')

const servers: Server[] = []
async function startListening(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
afterAll(() => servers.forEach(server => server.close()))

it('returns the expiry date of a certificate, but null if the certificate is not valid for the host', async () => {
  const port = await startListening(createServer({ key: file('server.key'), cert: file('server.pem') }))
  expect(await readCertificateExpiry('localhost', { resolveAddresses: resolveToLocalhost, port, ca })).toEqual(
    new Date('2126-10-29T05:06:33Z'),
  )
  expect(
    await readCertificateExpiry('gallery.anna.test', { resolveAddresses: resolveToLocalhost, port, ca }),
  ).toBeNull()
  expect(await readCertificateExpiry('localhost', { resolveAddresses: resolveToLocalhost, port })).toBeNull()
})

it('returns null if the host does not use TLS or has no public address', async () => {
  const port = await startListening(createPlain(socket => socket.on('error', () => {}).end('hello')))
  expect(await readCertificateExpiry('localhost', { resolveAddresses: resolveToLocalhost, port, ca })).toBeNull()
  expect(await readCertificateExpiry('localhost', { resolveAddresses: async () => [], port, ca })).toBeNull()
})
