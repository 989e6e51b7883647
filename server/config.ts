import { z } from 'zod'

/** A setting that makes the start impossible. Its message is one sentence that names the variable. */
export class ConfigError extends Error {}

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')

/** An absolute URL of one of the protocols, e.g. `https:`. */
function urlOf(protocols: readonly string[], what: string) {
  const isOne = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  // Aborts: rules that follow take it for a URL.
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
 * `off`, `on` (one proxy in front), how many proxies are in front, or their addresses separated by commas.
 * `on` means one, not any number: otherwise every client could choose the address that rate limits count.
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

/** The address services may contact about pushes (RFC 8292): Apple refuses every push whose subject is neither. */
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

/** One of Stripe's keys and ids: they say by their beginning what they are, and two of them are easily mixed up. */
const keyOf = (beginnings: readonly string[]) =>
  z
    .string()
    .refine(
      (value) => beginnings.some((beginning) => value.startsWith(beginning)) && /^\w+$/.test(value),
      `must begin with ${beginnings.join(' or ')}`,
    )

/** The environment of docs/operations.md, one entry per variable. */
const environmentSchema = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: anOrigin.optional(),
  DATA_DIR: text.default('.data'),
  ACCOUNT_QUOTA_MB: whole(1, 100_000_000).default(1024),
  MIN_FREE_DISK_MB: whole(0, 1_000_000_000).default(500),
  SNAPSHOT_HOURS: whole(0, 168).default(6),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'], 'must be a URL that begins with postgresql://').optional(),
  DOCUMENT_KEY: text.optional(),
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'must be a URL that begins with smtp:// or smtps://').optional(),
  MAIL_FROM: mailbox.default('Dosewell <dosewell@localhost.localdomain>'),
  SUPPORT_EMAIL: email.optional(),
  ADMIN_EMAILS: emailList.default([]),
  INBOUND_SMTP_PORT: whole(0, 65_535).optional(),
  INBOUND_SMTP_CERT: text.optional(),
  INBOUND_SMTP_KEY: text.optional(),
  MAILS_PER_MINUTE: whole(1, 1_000_000).default(300),
  RATE_LIMIT_SCALE: z
    .string()
    .refine((value) => Number.isFinite(Number(value)) && Number(value) > 0, 'must be a number above 0')
    .transform(Number)
    .default(1),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  STRIPE_SECRET_KEY: keyOf(['sk_', 'rk_']).optional(),
  STRIPE_PUBLISHABLE_KEY: keyOf(['pk_']).optional(),
  STRIPE_PRICE_ID: keyOf(['price_']).optional(),
  STRIPE_WEBHOOK_SECRET: keyOf(['whsec_']).optional(),
  STRIPE_API_BASE: anOrigin.optional(),
  VAPID_SUBJECT: vapidSubject.optional(),
  PUSH_SERVICE: anOrigin.optional(),
  AI_BASE_URL: webUrl.optional(),
  AI_API_KEY: text.optional(),
  AI_TRANSCRIPTION_MODEL: text.default('whisper-1'),
  AI_SPEECH_MODEL: text.default('tts-1'),
  AI_EXTRACTION_MODEL: text.optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  TRUST_PROXY: trustProxy.default(false),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  OPENAPI: onOff.default(true),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be silent, fatal, error, warn, info, debug or trace',
    })
    .default('info'),
})

type Settings = z.infer<typeof environmentSchema>

export interface Config extends Settings {
  /** The origin people reach the server at; http://localhost:PORT when nobody said. */
  PUBLIC_URL: string
  /** Whether people reach it by https: cookies are `Secure` and `__Host-`, and HSTS is sent. */
  secure: boolean
}

/** Variables of which one without the others would only fail later, in front of a person. */
const TOGETHER: readonly (readonly (keyof Settings)[])[] = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_PRICE_ID', 'STRIPE_WEBHOOK_SECRET'],
  ['INBOUND_SMTP_CERT', 'INBOUND_SMTP_KEY'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
]

function checkTogether(settings: Settings): void {
  if (settings.STRIPE_API_BASE && !settings.STRIPE_SECRET_KEY)
    throw new ConfigError('STRIPE_SECRET_KEY must be set, because STRIPE_API_BASE is.')
  for (const name of ['AI_API_KEY', 'AI_EXTRACTION_MODEL'] as const) {
    if (settings[name] && !settings.AI_BASE_URL) throw new ConfigError(`AI_BASE_URL must be set, because ${name} is.`)
  }
  for (const name of ['DATABASE_URL', 'DOCUMENT_KEY'] as const) {
    // Snapshots of the default database hold its pictures as files, and servers that share a bucket must share its key.
    if (settings.S3_BUCKET && !settings[name]) throw new ConfigError(`${name} must be set, because S3_BUCKET is.`)
  }
  for (const group of TOGETHER) {
    const given = group.find((name) => settings[name] !== undefined)
    const missing = group.find((name) => settings[name] === undefined)
    if (given && missing) throw new ConfigError(`${missing} must be set, because ${given} is.`)
  }
}

/** Reads the environment; an empty variable counts as not set. Throws ConfigError for the first wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  checkTogether(parsed.data)
  const PUBLIC_URL = parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`
  return { ...parsed.data, PUBLIC_URL, secure: PUBLIC_URL.startsWith('https:') }
}
