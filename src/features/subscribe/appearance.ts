import type { Appearance } from '@stripe/stripe-js'
import type { Theme } from '#src/ui/theme.ts'

/** Returns the current value of a design token. In a browser that supports light-dark(), it contains both colours. */
function token(name: string): string {
  const style = getComputedStyle(document.documentElement)
  const value = style.getPropertyValue(name).trim()
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? []
  return (style.colorScheme === 'dark' ? dark : light) ?? value
}

/**
 * Returns the look of Stripe's fields: like ours, as far as a page of another origin allows. Read again when the theme
 * changes.
 */
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
      // Stripe's frames do not load our font.
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
