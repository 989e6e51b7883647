import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { isPublic, publicLookup, webhookAddress } from './address-policy.ts'

const EXTRA = 'http://homeassistant.local:8123'

describe('where a webhook may be sent to', () => {
  it.each([
    ['a public name', 'https://hooks.example.org/a?b=c'],
    ['the origin that this server allows', `${EXTRA}/api/webhook/x`],
  ])('%s', (_what, url) => {
    expect(webhookAddress(url, EXTRA)?.href).toBe(url)
  })

  it.each([
    ['no https', 'http://hooks.example.org/'],
    ['another scheme', 'ftp://hooks.example.org/'],
    ['no address', 'hooks'],
    ['another port', 'https://hooks.example.org:8443/'],
    ['a password', 'https://me:secret@hooks.example.org/'],
    ['this machine', 'https://localhost/'],
    ['this machine by another name', 'https://app.localhost/'],
    ['a name of the network', 'https://nas.local/'],
    ['a name without a dot', 'https://postgres/'],
    ['a final dot', 'https://localhost./'],
    ['an address', 'https://203.0.113.7/'],
    ['an address of this machine, in short', 'https://127.1/'],
    ['an address as one number', 'https://2130706433/'],
    ['an address in hexadecimal', 'https://0x7f000001/'],
    ['an address of IPv6', 'https://[::1]/'],
    ['the allowed host at another port', 'http://homeassistant.local:22/'],
    ['the allowed host with a password', 'http://a:b@homeassistant.local:8123/'],
  ])('not %s', (_what, url) => {
    expect(webhookAddress(url, EXTRA)).toBeNull()
  })

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
    ...['::7f00:1', '64:ff9b::a00:1', '2002:a00:1::', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', 'nonsense'],
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])('%s is', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  it('a name that stands for this machine is not connected to', async () => {
    const looked = await new Promise<[Error | null, string | LookupAddress[]]>((resolve) => {
      publicLookup('localhost', {}, (error, address) => resolve([error, address]))
    })
    expect([looked[0]?.message, looked[1]]).toEqual(['the name stands for no public address', ''])
  })
})
