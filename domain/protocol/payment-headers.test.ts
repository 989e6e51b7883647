import { describe, expect, it } from 'vitest'
import { PAYMENT_HEADERS } from './payment-headers.ts'

const extended = (name: string, value: string) => PAYMENT_HEADERS[name]?.(value)

describe('the headers of /subscribe', () => {
  it('adds Stripe’s hosts and nothing else', () => {
    expect(
      extended(
        'content-security-policy',
        "default-src 'none';script-src 'self';style-src 'self';connect-src 'self';frame-ancestors 'none'",
      ),
    ).toBe(
      "default-src 'none';" +
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com;" +
        "style-src 'self';" +
        "connect-src 'self' https://api.stripe.com;" +
        "frame-ancestors 'none';" +
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    )
  })

  it('lets Stripe’s frame ask for a wallet, and nobody for anything more', () => {
    expect(extended('permissions-policy', 'camera=(self), payment=(), usb=()')).toBe(
      'camera=(self), payment=(self "https://js.stripe.com"), usb=()',
    )
  })
})
