import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import helmet from 'helmet'
import type { Config } from '../../platform/config.ts'

const SELF = ["'self'"]
const NONE = ["'none'"]

/** Nothing inline, nothing from other origins. If a page needs more, it is added for that page only. */
const directives = {
  'default-src': NONE,
  'script-src': SELF,
  'style-src': SELF,
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': SELF,
  'connect-src': SELF,
  'media-src': ["'self'", 'blob:'],
  'manifest-src': SELF,
  'worker-src': SELF,
  'form-action': SELF,
  'base-uri': NONE,
  'frame-ancestors': NONE,
}

const FEATURES_FOR_NOBODY = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
]

/** Needed for voice, scanning, and a passkey that opens the app lock. */
const FEATURES_FOR_US = ['camera', 'microphone', 'publickey-credentials-get']

const permissionsPolicy = [
  ...FEATURES_FOR_US.map((feature) => `${feature}=(self)`),
  ...FEATURES_FOR_NOBODY.map((feature) => `${feature}=()`),
].join(', ')

/** Returns the headers, which are the same for every response. */
function headersFor({ secure }: Config): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': permissionsPolicy }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, ...(secure ? { 'upgrade-insecure-requests': [] } : {}) },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Not no-referrer: with it, browsers send `Origin: null` with our own forms (Fetch, "append a request Origin
    // header").
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
  set({} as IncomingMessage, response as unknown as ServerResponse, (fault) => {
    if (fault) throw fault
  })
  return headers
}

/**
 * Sets the security headers of all responses. HSTS and upgrading are only sent when the public address is https. They
 * are made once: as middleware, helmet makes them anew for each response, and sets them past Fastify, after which Node
 * writes a response's headers one by one.
 */
export default plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  const headers = headersFor(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
})
