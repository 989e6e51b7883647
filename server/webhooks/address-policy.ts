import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Names that only mean something inside a network. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/

/**
 * Returns the address that a webhook may be sent to, or null. Any signed-in user can name one; without this check they
 * could make the server call any host it can reach. It must be https at its usual port, without credentials, and a
 * name: what the name stands for is checked at each connection (`publicLookup`). `extra` is one more origin
 * (WEBHOOK_ORIGIN), http or https, wherever it is.
 */
export function webhookAddress(text: string, extra: string | undefined): URL | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (extra !== undefined && url.origin === extra) return url
  const host = url.hostname.replace(/\.$/, '')
  const isName = host.includes('.') && !host.startsWith('[') && isIP(host) === 0 && !INSIDE.test(host)
  return url.protocol === 'https:' && url.port === '' && isName ? url : null
}

/**
 * Ranges that are not somewhere in the Internet (IANA's registries of special-purpose addresses). What holds an IPv4
 * address inside (mapped, NAT64, 6to4, Teredo) is refused whole.
 */
const NOT_PUBLIC = {
  ipv4: ranges('ipv4', [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
    ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ]),
  ipv6: ranges('ipv6', [
    ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
    ...['2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ]),
}

/** One list for each family: Node takes a range of mapped addresses for one of IPv4 too. */
function ranges(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

/** Returns whether an address is one of the Internet's, and not of this machine or a network around it. */
export function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  return !NOT_PUBLIC[family].check(address, family)
}

/**
 * Looks a name up for a connection, which then goes to exactly the addresses found here: a name that meant something
 * else a moment ago changes nothing. Only public ones are returned; without any, it fails.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const open = (found ?? []).filter(({ address }) => isPublic(address))
    const [first] = open
    if (error || !first) callback(error ?? new Error('the name stands for no public address'), '', 0)
    else if (options.all) callback(null, open)
    else callback(null, first.address, first.family)
  })
}
