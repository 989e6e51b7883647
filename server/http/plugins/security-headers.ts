import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
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

/** Sets the security headers of all responses. HSTS and upgrading are only sent when the public address is https. */
export default plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, ...(config.secure ? { 'upgrade-insecure-requests': [] } : {}) },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Not no-referrer: with it, browsers send `Origin: null` with our own forms (Fetch, "append a request Origin
    // header").
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
})
