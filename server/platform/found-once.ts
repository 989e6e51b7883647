import type { ResolveHookSync } from 'node:module'

/** Packages with long lists of entries. Both consist of ES modules that name each other with their full file names. */
const LONG_LISTS = ['drizzle-orm', 'date-fns']

const ENTRY = new RegExp(`^(${LONG_LISTS.join('|')})(/|$)`)
const MODULE = new RegExp(`/node_modules/(${LONG_LISTS.join('|')})/[^?#]+\\.js$`)

/**
 * Returns a hook that asks Node once for each entry of those packages and never for the modules inside them, of which
 * it already knows place and format. Everything else goes to Node.
 */
export function foundOnce(): ResolveHookSync {
  const entries = new Map<string, ReturnType<ResolveHookSync>>()
  return (specifier, context, next) => {
    if (ENTRY.test(specifier)) {
      const key = [specifier, ...context.conditions].join(' ')
      const entry = entries.get(key) ?? next(specifier, context)
      entries.set(key, entry)
      return { ...entry, shortCircuit: true }
    }
    const from = context.parentURL ?? ''
    const isInside = specifier.startsWith('.') && MODULE.test(from)
    const url = isInside ? new URL(specifier, from).href : specifier
    return url.startsWith('file:') && MODULE.test(url)
      ? { url, format: 'module', shortCircuit: true }
      : next(specifier, context)
  }
}
