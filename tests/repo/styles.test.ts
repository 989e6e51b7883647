import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (patterns: string[]): string =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/*.test.*', '**/testing/**'] })
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n')

const css = read(['src/styles/**/*.css']).replace(/\/\*[\s\S]*?\*\//g, '')
const code = read(['src/**/*.{ts,tsx}', 'app.html', 'tools/prerender.ts'])

/** Everything between quotes, where class names occur; a template's `btn--${variant}` gives `btn--`. */
const names = new Set(
  [...code.matchAll(/(["'`])((?:(?!\1).)*)\1/g)].flatMap(([, , text = '']) => text.split(/[^\w-]+/)),
)
const selectors = [...css.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector)
const classes = new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)-?[a-z_][\w-]*/gi) ?? []))

const isUsed = (name: string): boolean =>
  names.has(name) || [...names].some((start) => start.endsWith('--') && name.startsWith(start))

describe('the style sheets', () => {
  it('style no class that nothing has', () => {
    // The chart’s own classes.
    const ours = [...classes].filter((name) => !name.startsWith('recharts-'))
    expect(ours.filter((name) => !isUsed(name))).toEqual([])
  })

  const declared = new Set([...css.matchAll(/(?<=[;{\s])(--[\w-]+)\s*:/g)].map(([, name = '']) => name))
  const used = new Set([...`${css}${code}`.matchAll(/(?:var\(\s*|['"])(--[\w-]+)/g)].map(([, name = '']) => name))

  it('declare no custom property that nothing reads', () => {
    expect([...declared].filter((name) => !used.has(name))).toEqual([])
  })

  it('read no custom property that nothing sets', () => {
    // Radix sets its own while the page runs.
    const set = (name: string): boolean =>
      declared.has(name) || name.startsWith('--radix-') || code.includes(`'${name}':`)
    expect([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name).filter((name) => !set(name))).toEqual(
      [],
    )
  })
})
