import type { Appearance } from '@stripe/stripe-js'
import type { Theme } from '#src/ui/theme.ts'

/** Returns the value of a design token as it holds now. A browser that knows light-dark() leaves both colours in it. */
function token(name: string): string {
  const style = getComputedStyle(document.documentElement)
  const value = style.getPropertyValue(name).trim()
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
  return (style.colorScheme === 'dark' ? dark : light) ?? value
}

/** How Stripe's fields look: like ours, as far as a page of another origin can. Read when the theme has changed. */
export function appearanceOf(theme: Theme): Appearance {
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: token('--primary'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--ink-3'),
      colorDanger: token('--missed'),
      // Its own frames load no font of ours.
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: token('--radius-sm'),
    },
    rules: {
      '.Input': { border: `1px solid ${token('--line-strong')}`, boxShadow: 'none' },
      '.Tab': { border: `1px solid ${token('--line-strong')}`, boxShadow: 'none' },
      '.Tab--selected': { border: `2px solid ${token('--primary')}`, color: token('--ink') },
      '.Input:focus': { boxShadow: `0 0 0 3px ${token('--focus')}` },
    },
  }
}
