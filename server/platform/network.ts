import { isIPv6 } from 'node:net'

/**
 * Who counts as one on the network: an IPv4 address, and of IPv6 the first 64 bits, which one customer has to themselves. What is
 * no address at all, as a proxy may pass it on, stands for itself.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  // The URL parser writes every form of an address the same way (URL standard, IPv6 serializer).
  const [head = '', tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  const all = [...groups, ...zeros, ...rest]
  // What a socket for both kinds reports of IPv4: ::ffff:0:0/96.
  const isMapped = all.slice(0, 5).every((group) => group === '0') && all[5] === 'ffff'
  return isMapped ? ipv4Of(all.slice(6)) : all.slice(0, 4).join(':')
}

const ipv4Of = (groups: readonly string[]): string =>
  groups
    .flatMap((group) => {
      const bits = Number.parseInt(group, 16)
      return [bits >> 8, bits & 255]
    })
    .join('.')
