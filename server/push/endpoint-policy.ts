/**
 * The push services of the browsers: Chrome and its relatives (the second name is that of Chromium without Google's branding),
 * Firefox, Safari, Edge. A dot in front stands for any one name before it.
 */
const KNOWN_SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

function isKnown(host: string): boolean {
  return KNOWN_SERVICES.some((service) => {
    if (!service.startsWith('.')) return host === service
    const name = host.slice(0, -service.length)
    return host.endsWith(service) && /^[a-z0-9-]+$/.test(name)
  })
}

/**
 * The address to send to, or null where this server sends nothing (R4.1): only https to a known push service at its usual port,
 * without credentials. Anybody who is signed in can name an endpoint; without this they could make the server call any host
 * it reaches. `extra` is the origin of one more service (PUSH_SERVICE), http or https.
 */
export function pushAddress(endpoint: string, extra: string | undefined): URL | null {
  const url = URL.parse(endpoint)
  if (url === null) return null
  if (url.username !== '' || url.password !== '') return null
  if (extra !== undefined && url.origin === extra) return url
  return url.protocol === 'https:' && url.port === '' && isKnown(url.hostname) ? url : null
}
