import { environmentSchema, type Settings } from './settings.ts'

/** A setting that makes it impossible to start. Its message is one sentence that names the variable. */
export class ConfigError extends Error {}

export interface Config extends Settings {
  /** The origin where users reach the server; http://localhost:PORT by default. */
  PUBLIC_URL: string
  /** Whether users reach it over https: then cookies are `Secure` and `__Host-`, and HSTS is sent. */
  secure: boolean
}

/** Variables that need each other; a missing one would otherwise only fail later, in front of a user. */
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
    // Snapshots of the default database contain its pictures as files, and servers that share a bucket must share its
    // key.
    if (settings.S3_BUCKET && !settings[name]) throw new ConfigError(`${name} must be set, because S3_BUCKET is.`)
  }
  for (const group of TOGETHER) {
    const given = group.find((name) => settings[name] !== undefined)
    const missing = group.find((name) => settings[name] === undefined)
    if (given && missing) throw new ConfigError(`${missing} must be set, because ${given} is.`)
  }
}

/** Reads the environment; an empty variable counts as not set. Throws ConfigError for the first invalid one. */
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
