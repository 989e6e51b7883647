import { z } from 'zod'

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
const email = z.email('must be an e-mail address')

/** `Dosewell <hello@example.org>` or a bare address. */
const mailbox = z
  .string()
  .refine(
    (value) => z.email().safeParse(/<([^<>]+)>$/.exec(value)?.[1] ?? value).success && !/[\r\n]/.test(value),
    'must be an e-mail address, or a name followed by one in angle brackets',
  )

const emailList = z
  .string()
  .transform((value) => value.split(',').flatMap((part) => part.trim().toLowerCase() || []))
  .refine(
    (list) => list.every((address) => z.email().safeParse(address).success),
    'must be e-mail addresses separated by commas',
  )

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
      (value.startsWith('mailto:') && z.email().safeParse(value.slice('mailto:'.length)).success) ||
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
  PORT: whole(0, 65_535).default(3000).describe('Where the server listens.'),
  HOST: text.default('127.0.0.1').describe('The address it listens on; 0.0.0.0 for all of the machine.'),
  PUBLIC_URL: anOrigin
    .optional()
    .describe('The origin people reach it at (http://localhost:PORT). https: turns on secure cookies and HSTS.'),
  DATA_DIR: text
    .default('.data')
    .describe('Everything the server writes: database, pictures, snapshots, mails that are not sent, keys.'),
  ACCOUNT_QUOTA_MB: whole(1, 100_000_000)
    .default(1024)
    .meta({ description: 'What the pictures of one account may take.', unit: 'MB' }),
  MIN_FREE_DISK_MB: whole(0, 1_000_000_000).default(500).meta({
    description: 'Room on the disk of DATA_DIR below which nothing large is written any more; 0 turns that off.',
    unit: 'MB',
  }),
  SNAPSHOT_HOURS: whole(0, 168).default(6).meta({
    description: 'From one snapshot of the default database to the next; 0 takes none on a schedule.',
    unit: 'hours',
  }),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'must be a URL that begins with postgresql://')
    .optional()
    .describe('postgresql://user:password@host/database. Without it PGlite in DATA_DIR.'),
  DOCUMENT_KEY: text
    .optional()
    .describe('The key of saved pictures: 32 bytes, hexadecimal or base64. Without it one is made in DATA_DIR.'),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'must be a URL that begins with smtp:// or smtps://')
    .optional()
    .describe('smtps://user:password@host. Without it mails are files in DATA_DIR, and sign-in codes are logged.'),
  MAIL_FROM: mailbox.default('Dosewell <dosewell@localhost.localdomain>').describe('The sender of mails.'),
  SUPPORT_EMAIL: email
    .optional()
    .describe('The address that people write to, and that messages of /contact are mailed to.'),
  ADMIN_EMAILS: emailList.default([]).describe('Addresses of administrators, separated by commas.'),
  INBOUND_SMTP_PORT: whole(0, 65_535).optional().describe('Where mails to SUPPORT_EMAIL come in. Without it none do.'),
  INBOUND_SMTP_CERT: text.optional().describe('File with the certificate for STARTTLS there (PEM).'),
  INBOUND_SMTP_KEY: text.optional().describe('File with the key of that certificate (PEM).'),
  MAILS_PER_MINUTE: whole(1, 1_000_000).default(300).meta({
    description: 'How many mails of an administrator to many people each server sends.',
    unit: 'mails a minute',
  }),
  RATE_LIMIT_SCALE: z
    .string()
    .refine((value) => Number.isFinite(Number(value)) && Number(value) > 0, 'must be a number above 0')
    .transform(Number)
    .default(1)
    .describe('Multiplies every rate limit; for load tests.'),
  OIDC_ISSUER: webUrl.optional().describe('The OpenID provider to sign in with, instead of mailed codes.'),
  OIDC_CLIENT_ID: text.optional().describe('The name it knows this server by.'),
  OIDC_CLIENT_SECRET: text.optional().describe('The secret it gave this server, if any.'),
  STRIPE_SECRET_KEY: keyOf(['sk_', 'rk_']).optional().describe('Payments: all four of Stripe’s settings or none.'),
  STRIPE_PUBLISHABLE_KEY: keyOf(['pk_']).optional().describe('The key that browsers may know.'),
  STRIPE_PRICE_ID: keyOf(['price_']).optional().describe('The price of Premium.'),
  STRIPE_WEBHOOK_SECRET: keyOf(['whsec_']).optional().describe('The signing secret of the webhook endpoint.'),
  STRIPE_API_BASE: anOrigin.optional().describe('Another origin that speaks Stripe’s API; for tests.'),
  VAPID_SUBJECT: vapidSubject
    .optional()
    .describe('Whom push services may write to, mailto: or https: (SUPPORT_EMAIL, else an https PUBLIC_URL).'),
  PUSH_SERVICE: anOrigin.optional().describe('Origin of one more push service that may be sent to; for tests.'),
  AI_BASE_URL: webUrl.optional().describe('A service with OpenAI’s protocol. It is sent what people say: health data.'),
  AI_API_KEY: text.optional().describe('Its key, which a service of your own may not need.'),
  AI_TRANSCRIPTION_MODEL: text.default('whisper-1').describe('The model that listens.'),
  AI_SPEECH_MODEL: text.default('tts-1').describe('The model that speaks.'),
  AI_EXTRACTION_MODEL: text
    .optional()
    .describe('The model that proposes what a label says. Without it only this machine reads.'),
  S3_ENDPOINT: webUrl.optional().describe('A service that speaks S3. Without it Amazon.'),
  S3_REGION: text.optional().describe('The region requests are signed for. Without it us-east-1.'),
  S3_BUCKET: text
    .optional()
    .describe('Keeps pictures in that bucket instead of DATA_DIR. Needs DATABASE_URL and DOCUMENT_KEY.'),
  S3_ACCESS_KEY_ID: text.optional().describe('Whose requests they are.'),
  S3_SECRET_ACCESS_KEY: text.optional().describe('The secret they are signed with.'),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe('Proxies in front: off, on (one), how many, or their addresses separated by commas.'),
  METRICS_TOKEN: text
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('What /api/metrics is asked with, at least 16 characters. Without it only this machine may ask.'),
  OPENAPI: onOff.default(true).describe('The description of the API at /api/docs: on or off.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be silent, fatal, error, warn, info, debug or trace',
    })
    .default('info')
    .describe('silent, fatal, error, warn, info, debug or trace.'),
})

export type Settings = z.infer<typeof environmentSchema>
