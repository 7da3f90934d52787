import ipaddr from 'ipaddr.js'

const LONGEST = 64

/** Who counts as one: an IPv4 address, also one written as IPv6, or the /64 that one customer of IPv6 has. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, LONGEST)
  const plain = ipaddr.process(address)
  if (plain instanceof ipaddr.IPv4) return plain.toString()
  const network = plain.parts.slice(0, 4).map(part => part.toString(16))
  return `${network.join(':')}::/64`
}
