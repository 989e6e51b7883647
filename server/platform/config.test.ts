import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the environment', () => {
  it('may be empty: everything has a default', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: '.data',
      RATE_LIMIT_SCALE: 1,
      TRUST_PROXY: false,
      OPENAPI: true,
      secure: false,
    })
  })

  it('counts an empty variable as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '  ' })).toMatchObject({ PORT: 3000 })
    expect(readConfig({ SMTP_URL: '' }).SMTP_URL).toBeUndefined()
  })

  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535.'],
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
    ['PUBLIC_URL', 'example.org', 'PUBLIC_URL must be a URL that begins with http:// or https://.'],
    ['PUBLIC_URL', 'https://example.org/app', 'PUBLIC_URL must be an origin without a path.'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 16 characters.'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a URL that begins with postgresql://.'],
    ['SMTP_URL', 'mail.example.org', 'SMTP_URL must be a URL that begins with smtp:// or smtps://.'],
    ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an e-mail address, or a name followed by one in angle brackets.'],
    ['ADMIN_EMAILS', 'a@b.org, c', 'ADMIN_EMAILS must be e-mail addresses separated by commas.'],
    ['RATE_LIMIT_SCALE', '0', 'RATE_LIMIT_SCALE must be a number above 0.'],
    ['SUPPORT_EMAIL', 'me@home', 'SUPPORT_EMAIL must be an e-mail address.'],
    ['VAPID_SUBJECT', 'mailto: a@b.org', 'VAPID_SUBJECT must be mailto: with an e-mail address, or an https:// URL.'],
    ['VAPID_SUBJECT', 'mailto:x', 'VAPID_SUBJECT must be mailto: with an e-mail address, or an https:// URL.'],
    ['PUSH_SERVICE', 'http://127.0.0.1:4010/push', 'PUSH_SERVICE must be an origin without a path.'],
    ['OPENAPI', 'yes', 'OPENAPI must be on or off.'],
    ['TRUST_PROXY', 'maybe', 'TRUST_PROXY must be on, off, a number of proxies or a list of their addresses.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be silent, fatal, error, warn, info, debug or trace.'],
    ['OIDC_ISSUER', 'https://id.example.org', 'OIDC_CLIENT_ID must be set, because OIDC_ISSUER is.'],
    ['STRIPE_SECRET_KEY', 'sk_test_1', 'STRIPE_PUBLISHABLE_KEY must be set, because STRIPE_SECRET_KEY is.'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1', 'STRIPE_SECRET_KEY must be set, because STRIPE_WEBHOOK_SECRET is.'],
    ['STRIPE_SECRET_KEY', 'pk_test_1', 'STRIPE_SECRET_KEY must begin with sk_ or rk_.'],
    ['STRIPE_API_BASE', 'https://api.stripe.com', 'STRIPE_SECRET_KEY must be set, because STRIPE_API_BASE is.'],
    ['AI_API_KEY', 'sk-1', 'AI_BASE_URL must be set, because AI_API_KEY is.'],
    ['AI_EXTRACTION_MODEL', 'small', 'AI_BASE_URL must be set, because AI_EXTRACTION_MODEL is.'],
  ])('a wrong %s (%s) is refused with a sentence that names it', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence))
  })

  it('takes https as the sign that cookies must be Secure', () => {
    expect(readConfig({ PUBLIC_URL: 'https://dosewell.example/' })).toMatchObject({
      PUBLIC_URL: 'https://dosewell.example',
      secure: true,
    })
  })

  it('takes every address with which somebody can sign in', () => {
    const address = 'a..b@example.jp'
    const settings = {
      SUPPORT_EMAIL: address,
      ADMIN_EMAILS: address,
      MAIL_FROM: `Dosewell <${address}>`,
      VAPID_SUBJECT: `mailto:${address}`,
    }
    expect(readConfig(settings)).toMatchObject({ ...settings, ADMIN_EMAILS: [address] })
  })

  it('reads the addresses of admins in lower case', () => {
    expect(readConfig({ ADMIN_EMAILS: 'Ann@Example.org, bob@example.org' }).ADMIN_EMAILS).toEqual([
      'ann@example.org',
      'bob@example.org',
    ])
  })
})
