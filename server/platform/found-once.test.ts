import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { foundOnce } from './found-once.ts'

const conditions = ['node', 'import', 'module-sync']
const packageOf = (name: string) => pathToFileURL(findPackageJSON(name, import.meta.url) ?? '').href
const DRIZZLE = new URL('pg-core/index.js', packageOf('drizzle-orm')).href

/** Asks the hook, with a Node that writes down what it is asked. */
function asking() {
  const asked: string[] = []
  const hook = foundOnce()
  const ask = (specifier: string, parentURL?: string, under = conditions) =>
    hook(specifier, { conditions: under, importAttributes: {}, parentURL }, (name) => {
      asked.push(name)
      return { url: `node:${name}`, format: 'module' }
    })
  return { asked, ask }
}

describe('modules of packages with long lists of entries', () => {
  it('an entry is asked for once, however many files import it; under other conditions it is another', () => {
    const { asked, ask } = asking()
    expect(ask('drizzle-orm/pg-core', 'file:///a.ts').url).toBe('node:drizzle-orm/pg-core')
    expect(ask('drizzle-orm/pg-core', 'file:///b.ts').url).toBe('node:drizzle-orm/pg-core')
    ask('drizzle-orm', 'file:///b.ts')
    ask('drizzle-orm', 'file:///b.ts', ['node', 'require'])
    expect(asked).toEqual(['drizzle-orm/pg-core', 'drizzle-orm', 'drizzle-orm'])
  })

  it('what a module inside imports is found beside it, without asking', () => {
    const { asked, ask } = asking()
    const url = new URL('columns/index.js', DRIZZLE).href
    expect(ask('./columns/index.js', DRIZZLE)).toEqual({ url, format: 'module', shortCircuit: true })
    expect(ask(url, 'file:///a.ts')).toEqual({ url, format: 'module', shortCircuit: true })
    expect(asked).toEqual([])
  })

  it('everything else is Node’s to find', () => {
    const { asked, ask } = asking()
    const rest = ['zod', 'drizzle-orm-other', '@date-fns/tz', 'node:fs', './near.ts', '#server/app.ts', 'file:///a.js']
    for (const one of rest) ask(one, 'file:///a.ts')
    ask('pg', DRIZZLE)
    ask('./common.cjs', DRIZZLE)
    ask('./common.js', DRIZZLE.replace('.js', '.cjs'))
    expect(asked).toEqual([...rest, 'pg', './common.cjs', './common.js'])
  })

  it('these packages are ES modules, as the hook takes for granted', () => {
    for (const name of ['drizzle-orm', 'date-fns'])
      expect(JSON.parse(readFileSync(fileURLToPath(packageOf(name)), 'utf8'))).toMatchObject({ type: 'module' })
  })
})
