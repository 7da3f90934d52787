import { networkOf } from './network.ts'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('is at most 64 characters of the text if the address is invalid', () => {
    expect(networkOf('unknown')).toBe('unknown')
    expect(networkOf('x'.repeat(1000))).toHaveLength(64)
    expect(networkOf('')).toBe('')
  })
})
