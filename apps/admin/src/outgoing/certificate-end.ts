import { Resolver } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'
import { isPublicAddress } from '@daymark/platform'

/** The limit of one check, for hosts that do not respond. */
const ALL_MS = 4000
const QUERY_MS = 1000

export type Place = { addresses: (host: string) => Promise<string[]>; port: number; ca?: string }
/** Resolves by name servers and accepts public addresses only (SSRF). */
const PUBLIC_INTERNET: Place = { addresses: publicAddresses, port: 443 }

/**
 * The end of validity of a host's certificate as a browser sees it, also if it is in the past. Returns null if there is no certificate for
 * the host or no response in time.
 */
export async function certificateEnd(
  host: string,
  { addresses, port, ca }: Place = PUBLIC_INTERNET,
): Promise<Date | null> {
  const [address] = await addresses(host)
  if (address === undefined) return null
  const { promise, resolve } = Promise.withResolvers<Date | null>()
  // pinned to the verified address; an expired certificate is accepted because its end is reported
  const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false, ...(ca && { ca }) })
  const timer = setTimeout(() => resolve(null), ALL_MS)
  socket.once('secureConnect', () => resolve(endOf(socket)))
  socket.once('error', () => resolve(null))
  socket.once('close', () => resolve(null))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
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
  const allAddresses = [...v4, ...v6]
  return allAddresses.every(isPublicAddress) ? allAddresses : []
}
