import { Resolver } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'
import { isPublicAddress } from '@daymark/platform'

/** Nobody waits for it, and a host that says nothing must not hold anything. */
const ALL_MS = 4000
const QUERY_MS = 1000

export type Place = { addresses: (host: string) => Promise<string[]>; port: number; ca?: string }
/** By the name servers, each address a public one: what is behind a private one is nobody's business (SSRF). */
const INTERNET: Place = { addresses: publicAddresses, port: 443 }

/**
 * Until when the certificate of a host is valid, or was: as a browser would see it. Null where there is none for this host, or
 * nobody answers in time.
 */
export async function certificateEnd(host: string, { addresses, port, ca }: Place = INTERNET): Promise<Date | null> {
  const [address] = await addresses(host)
  if (address === undefined) return null
  const { promise, resolve } = Promise.withResolvers<Date | null>()
  // pinned to the address that was checked; a certificate that is over is told, so it is not refused here
  const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false, ...(ca && { ca }) })
  const late = setTimeout(() => resolve(null), ALL_MS)
  socket.once('secureConnect', () => resolve(endOf(socket)))
  socket.once('error', () => resolve(null))
  socket.once('close', () => resolve(null))
  try {
    return await promise
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}

function endOf(socket: TLSSocket): Date | null {
  const problem: unknown = socket.authorizationError
  const code = typeof problem === 'string' ? problem : (problem as { code?: string } | null)?.code
  if (!socket.authorized && code !== 'CERT_HAS_EXPIRED') return null
  const end = new Date(socket.getPeerCertificate().valid_to)
  return Number.isNaN(+end) ? null : end
}

async function publicAddresses(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
  const none = (): string[] => []
  const [v4, v6] = await Promise.all([resolver.resolve4(host).catch(none), resolver.resolve6(host).catch(none)])
  const found = [...v4, ...v6]
  return found.every(isPublicAddress) ? found : []
}
