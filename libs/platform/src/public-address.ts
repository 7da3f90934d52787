import ipaddr from 'ipaddr.js'

/** Where the addresses of the internet begin in IPv6; everything else there is for special use (RFC 4291, IANA). */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Whether an address is one of the internet: not of this machine, a private network, a cloud's metadata, or of an IPv6 range that
 * has an IPv4 address in it (mapped, 6to4, NAT64, Teredo), behind which any of these may be.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL)
}
