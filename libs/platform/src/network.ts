import ipaddr from 'ipaddr.js'

const MAX_NETWORK_LENGTH = 64

/** The network that counts as one client: an IPv4 address, also mapped into IPv6, or the IPv6 /64 that a provider assigns. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, MAX_NETWORK_LENGTH)
  const parsedAddress = ipaddr.process(address)
  if (parsedAddress instanceof ipaddr.IPv4) return parsedAddress.toString()
  const network = parsedAddress.parts.slice(0, 4).map(part => part.toString(16))
  return `${network.join(':')}::/64`
}

/** The global unicast range of IPv6; all other ranges are reserved for special use (RFC 4291, IANA). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * True for public internet addresses. False for this machine, private networks, cloud metadata, and IPv6 ranges that embed an IPv4
 * address (mapped, 6to4, NAT64, Teredo), which may lead to any of these.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}
