import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it.each([
  ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
  ['an IPv4 address as a socket for both kinds reports it', '::ffff:192.0.2.7', '192.0.2.7'],
  ['the same in hexadecimal', '::FFFF:c000:0207', '192.0.2.7'],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['the same network, written otherwise', '2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['an address with a zone', 'fe80::1%eth0', 'fe80:0:0:0'],
  ['this machine', '::1', '0:0:0:0'],
  ['what is no address', 'unknown', 'unknown'],
])('%s', (_what, address, network) => {
  expect(networkOf(address)).toBe(network)
})
