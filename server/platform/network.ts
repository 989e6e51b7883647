import { isIPv6 } from 'node:net'

/**
 * Returns what counts as one network: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to a
 * single customer. Anything that is not an address, which a proxy may pass on, is returned as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  // The URL parser writes all forms of an address the same way (URL standard, IPv6 serializer).
  const [head = '', tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - groups.length - rest.length }, () => '0')
  const all = [...groups, ...zeros, ...rest]
  // How a dual-stack socket reports IPv4: ::ffff:0:0/96.
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
