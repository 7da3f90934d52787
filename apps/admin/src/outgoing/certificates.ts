import { DAY_MS } from '@daymark/contracts'
import { Clock, Database, isPublicAddress } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import { Resolver } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'

/** Time limit for reading one certificate, because some hosts do not respond. */
const CHECK_TIMEOUT_MS = 4000
const DNS_TIMEOUT_MS = 1000

type TlsNetwork = { resolveAddresses: (host: string) => Promise<string[]>; port: number; ca?: string }
/** Resolves names with name servers and accepts only public addresses, to prevent SSRF. */
const PUBLIC_INTERNET: TlsNetwork = { resolveAddresses: resolvePublicAddresses, port: 443 }

/**
 * Returns the expiry date of a host's certificate, even if it is in the past. Returns null if the host has no valid certificate or does
 * not respond in time.
 */
export async function readCertificateExpiry(
  host: string,
  { resolveAddresses, port, ca }: TlsNetwork = PUBLIC_INTERNET,
): Promise<Date | null> {
  const [address] = await resolveAddresses(host)
  if (address === undefined) return null
  const { promise, resolve } = Promise.withResolvers<Date | null>()
  // Connects to the address that was checked. An expired certificate is accepted, because its expiry date is reported.
  const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false, ...(ca && { ca }) })
  const timer = setTimeout(() => resolve(null), CHECK_TIMEOUT_MS)
  socket.once('secureConnect', () => resolve(parseExpiryDate(socket)))
  socket.once('error', () => resolve(null))
  socket.once('close', () => resolve(null))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

function parseExpiryDate(socket: TLSSocket): Date | null {
  const problem: unknown = socket.authorizationError
  const code = typeof problem === 'string' ? problem : (problem as { code?: string } | null)?.code
  if (!socket.authorized && code !== 'CERT_HAS_EXPIRED') return null
  const validTo = new Date(socket.getPeerCertificate().valid_to)
  return Number.isNaN(+validTo) ? null : validTo
}

async function resolvePublicAddresses(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  const noAddresses = (): string[] => []
  const [v4, v6] = await Promise.all([
    resolver.resolve4(host).catch(noAddresses),
    resolver.resolve6(host).catch(noAddresses),
  ])
  const allAddresses = [...v4, ...v6]
  return allAddresses.every(isPublicAddress) ? allAddresses : []
}

const MAX_CONCURRENT_CHECKS = 4
/** Claims hosts that were not checked for a day. A claim ensures that only one replica checks a host. */
const CLAIM_HOSTS = `
  INSERT INTO certificates AS c (host, checked_at) SELECT unnest($1::text[]), $2
  ON CONFLICT (host) DO UPDATE SET checked_at = $2 WHERE c.checked_at < $3 RETURNING host`

/** Reads and stores when the certificates of custom domains expire. */
@Injectable()
export class Certificates {
  private currentCheck: Promise<void> = Promise.resolve()
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the stored expiry dates of the hosts' certificates. Certificates whose next check is due are read again in the background, so
   * only later calls return their new dates.
   */
  async findExpiryDates(hosts: string[]): Promise<Map<string, Date>> {
    const rows = await this.db.sql<{ host: string; expiresAt: Date }>(
      'SELECT host, expires_at AS "expiresAt" FROM certificates WHERE host = ANY($1) AND expires_at IS NOT NULL',
      [hosts],
    )
    this.currentCheck = this.currentCheck.then(() => this.checkHosts(hosts)).catch(() => undefined)
    return new Map(rows.map(({ host, expiresAt }) => [host, expiresAt]))
  }

  /** Checks the hosts that were not checked for a day. */
  async checkHosts(hosts: string[]): Promise<void> {
    const now = this.clock.now()
    const dueHosts = await this.db.sql<{ host: string }>(CLAIM_HOSTS, [hosts, now, new Date(+now - DAY_MS)])
    while (dueHosts.length > 0)
      await Promise.all(dueHosts.splice(0, MAX_CONCURRENT_CHECKS).map(({ host }) => this.checkHost(host)))
  }

  private async checkHost(host: string): Promise<void> {
    const expiresAt = await readCertificateExpiry(host)
    await this.db.commit(tx => tx.sql('UPDATE certificates SET expires_at = $2 WHERE host = $1', [host, expiresAt]))
  }
}
