/**
 * The browsers' push services: Chrome and its relatives (the second name is that of Chromium without Google's
 * branding), Firefox, Safari, Edge. A leading dot stands for any single label before it.
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
 * Returns the address to send to, or null if this server does not send there (R4.1). It sends only over https, to a
 * known push service at its usual port, and without credentials. Any signed-in user can name an endpoint; without this
 * check they could make the server call any host it can reach. `extra` is the origin of one more service
 * (PUSH_SERVICE), http or https.
 */
export function pushAddress(endpoint: string, extra: string | undefined): URL | null {
  const url = URL.parse(endpoint)
  if (url === null) return null
  if (url.username !== '' || url.password !== '') return null
  if (extra !== undefined && url.origin === extra) return url
  return url.protocol === 'https:' && url.port === '' && isKnown(url.hostname) ? url : null
}
