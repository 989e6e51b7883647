/** What Stripe's script requires from the security policy of its page (docs.stripe.com/security/guide). */
const SOURCES: Record<string, readonly string[]> = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
}

/** Returns the content security policy with Stripe's hosts added. */
function withStripe(policy: string): string {
  const missing = new Map(Object.entries(SOURCES))
  const directives = policy.split(';').map((directive) => {
    const [name = ''] = directive.trim().split(' ')
    const more = missing.get(name)
    missing.delete(name)
    return more ? [directive, ...more].join(' ') : directive
  })
  const added = [...missing].map(([name, sources]) => [name, ...sources].join(' '))
  return [...directives, ...added].join(';')
}

/** Apple Pay and Google Pay make their request from within Stripe's frame. */
const withWallets = (policy: string): string => policy.replace('payment=()', 'payment=(self "https://js.stripe.com")')

/**
 * The headers that differ for the document of /subscribe, each with a function that extends it. Both the server and the
 * worker serve that document, and no other page has these headers.
 */
export const PAYMENT_HEADERS: Record<string, (value: string) => string> = {
  'content-security-policy': withStripe,
  'permissions-policy': withWallets,
}
