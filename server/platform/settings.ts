import { z } from 'zod'
import { isEmail } from '#domain/records/contact.ts'

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

/** Accepts an absolute URL with one of the protocols, e.g. `https:`. */
function urlOf(protocols: readonly string[], what: string) {
  const isOne = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  // Aborts, because later rules assume a URL.
  return z.string().refine(isOne, { error: what, abort: true })
}

const webUrl = urlOf(['http:', 'https:'], 'must be a URL that begins with http:// or https://')
const text = z.string()
const email = z.string().trim().refine(isEmail, 'must be an e-mail address')

/** `Dosewell <hello@example.org>` or a bare address. */
const mailbox = z
  .string()
  .refine(
    (value) => isEmail(/<([^<>]+)>$/.exec(value)?.[1] ?? value) && !/[\r\n]/.test(value),
    'must be an e-mail address, or a name followed by one in angle brackets',
  )

const emailList = z
  .string()
  .transform((value) => value.split(',').flatMap((part) => part.trim().toLowerCase() || []))
  .refine((list) => list.every(isEmail), 'must be e-mail addresses separated by commas')

/**
 * `off`, `on` (one proxy in front), the number of proxies in front, or their addresses separated by commas. `on` means
 * one and not any number: otherwise every client could choose the address that rate limits count.
 */
const trustProxy = z.string().transform((value, context): false | number | string => {
  if (value === 'off') return false
  if (value === 'on') return 1
  if (/^[1-9]\d?$/.test(value)) return Number(value)
  if (/^[\d.,:a-f/ ]+$/i.test(value) && /[.:]/.test(value)) return value
  context.addIssue({
    code: 'custom',
    message: 'must be on, off, a number of proxies or a list of their addresses',
  })
  return z.NEVER
})

/**
 * The contact for push services (RFC 8292): Apple refuses every push whose subject is neither a mailbox nor an https
 * address.
 */
const vapidSubject = z
  .string()
  .refine(
    (value) =>
      (/^mailto:\S+$/.test(value) && isEmail(value.slice('mailto:'.length))) ||
      (value.startsWith('https://') && URL.canParse(value)),
    'must be mailto: with an e-mail address, or an https:// URL',
  )

const anOrigin = webUrl
  .refine((value) => new URL(value).pathname === '/' && !/[?#]/.test(value), 'must be an origin without a path')
  .transform((value) => new URL(value).origin)

/** Accepts one of Stripe's keys and ids. Their prefix tells them apart, and they are easily mixed up. */
const keyOf = (beginnings: readonly string[]) =>
  z
    .string()
    .refine(
      (value) => beginnings.some((beginning) => value.startsWith(beginning)) && /^\w+$/.test(value),
      `must begin with ${beginnings.join(' or ')}`,
    )

/** The environment. `.env.example` is generated from it (`npm run env:example`); docs/operations.md has more. */
export const environmentSchema = z.object({
  PORT: whole(0, 65_535).default(3000).describe('The port the server listens on.'),
  HOST: text
    .default('127.0.0.1')
    .describe('The address the server listens on; 0.0.0.0 for every network of the machine.'),
  PUBLIC_URL: anOrigin
    .optional()
    .describe('The origin people use (http://localhost:PORT by default). https: turns on secure cookies and HSTS.'),
  DATA_DIR: text
    .default('.data')
    .describe('Holds everything the server writes: the database, pictures, snapshots, unsent mails and keys.'),
  ACCOUNT_QUOTA_MB: whole(1, 100_000_000)
    .default(1024)
    .meta({ description: 'Disk space for the pictures of one account.', unit: 'MB' }),
  MIN_FREE_DISK_MB: whole(0, 1_000_000_000).default(500).meta({
    description: 'With less free space than this in DATA_DIR, large writes are refused; 0 turns the check off.',
    unit: 'MB',
  }),
  SNAPSHOT_HOURS: whole(0, 168).default(6).meta({
    description: 'Time between two snapshots of the default database; 0 turns scheduled snapshots off.',
    unit: 'hours',
  }),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'must be a URL that begins with postgresql://')
    .optional()
    .describe('postgresql://user:password@host/database. Default: PGlite in DATA_DIR.'),
  DOCUMENT_KEY: text
    .optional()
    .describe('Encrypts saved pictures: 32 bytes, hexadecimal or base64. Default: a key created in DATA_DIR.'),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'must be a URL that begins with smtp:// or smtps://')
    .optional()
    .describe('smtps://user:password@host. Without it, mails are written to DATA_DIR and sign-in codes are logged.'),
  MAIL_FROM: mailbox.default('Dosewell <dosewell@localhost.localdomain>').describe('The sender of mails.'),
  SUPPORT_EMAIL: email.optional().describe('The address of your support, which also receives messages from /contact.'),
  ADMIN_EMAILS: emailList.default([]).describe('E-mail addresses of administrators, separated by commas.'),
  INBOUND_SMTP_PORT: whole(0, 65_535)
    .optional()
    .describe('The port that receives mails to SUPPORT_EMAIL. Without it, none are received.'),
  INBOUND_SMTP_CERT: text.optional().describe('The certificate file for STARTTLS on that port (PEM).'),
  INBOUND_SMTP_KEY: text.optional().describe('The key file of that certificate (PEM).'),
  MAILS_PER_MINUTE: whole(1, 1_000_000).default(300).meta({
    description: 'How fast each server sends an administrator’s mail to many people.',
    unit: 'mails a minute',
  }),
  RATE_LIMIT_SCALE: z
    .string()
    .refine((value) => Number.isFinite(Number(value)) && Number(value) > 0, 'must be a number above 0')
    .transform(Number)
    .default(1)
    .describe('Multiplies every rate limit; for load tests.'),
  OIDC_ISSUER: webUrl.optional().describe('The OpenID provider for signing in, in place of mailed codes.'),
  OIDC_CLIENT_ID: text.optional().describe('The client ID of this server at that provider.'),
  OIDC_CLIENT_SECRET: text.optional().describe('The client secret, if the provider issued one.'),
  STRIPE_SECRET_KEY: keyOf(['sk_', 'rk_'])
    .optional()
    .describe('For payments; set all four of Stripe’s settings or none.'),
  STRIPE_PUBLISHABLE_KEY: keyOf(['pk_']).optional().describe('The key that browsers use.'),
  STRIPE_PRICE_ID: keyOf(['price_']).optional().describe('The price of Premium.'),
  STRIPE_WEBHOOK_SECRET: keyOf(['whsec_']).optional().describe('The signing secret of the webhook endpoint.'),
  STRIPE_API_BASE: anOrigin.optional().describe('Another origin with Stripe’s API; for tests.'),
  VAPID_SUBJECT: vapidSubject
    .optional()
    .describe('Contact for push services, mailto: or https:. Default: SUPPORT_EMAIL, else an https PUBLIC_URL.'),
  PUSH_SERVICE: anOrigin.optional().describe('The origin of one more allowed push service; for tests.'),
  WEBHOOK_ORIGIN: anOrigin
    .optional()
    .describe('The origin of one more allowed webhook, such as a Home Assistant in the network of this server.'),
  AI_BASE_URL: webUrl
    .optional()
    .describe('A service with OpenAI’s protocol. It receives what people say, which is health data.'),
  AI_API_KEY: text.optional().describe('The key of that service; your own may not need one.'),
  AI_TRANSCRIPTION_MODEL: text.default('whisper-1').describe('The model for transcription.'),
  AI_SPEECH_MODEL: text.default('tts-1').describe('The model for reading aloud.'),
  AI_EXTRACTION_MODEL: text
    .optional()
    .describe('The model for reading labels. Without it, labels are read by this server alone.'),
  SPEECH_MODEL_DIR: text
    .optional()
    .describe('A directory with a speech model for sherpa-onnx: this server then transcribes by itself.'),
  S3_ENDPOINT: webUrl.optional().describe('A service with S3’s protocol. Default: Amazon.'),
  S3_REGION: text.optional().describe('The region used for signing requests. Default: us-east-1.'),
  S3_BUCKET: text
    .optional()
    .describe('The bucket for pictures, in place of DATA_DIR. Requires DATABASE_URL and DOCUMENT_KEY.'),
  S3_ACCESS_KEY_ID: text.optional().describe('The ID of the access key.'),
  S3_SECRET_ACCESS_KEY: text.optional().describe('The secret of the access key.'),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe('Proxies in front of the server: off, on (one), a number, or addresses separated by commas.'),
  METRICS_TOKEN: text
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('The token for /api/metrics, at least 16 characters. Without it, only this machine has access.'),
  OPENAPI: onOff.default(true).describe('Whether /api/docs describes the API: on or off.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be silent, fatal, error, warn, info, debug or trace',
    })
    .default('info')
    .describe('silent, fatal, error, warn, info, debug or trace.'),
})

export type Settings = z.infer<typeof environmentSchema>
