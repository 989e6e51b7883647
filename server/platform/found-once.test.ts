import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Found, foundOnce } from './found-once.ts'

const conditions = ['node', 'import', 'module-sync']
const packageOf = (name: string) => pathToFileURL(findPackageJSON(name, import.meta.url) ?? '').href
const DRIZZLE = new URL('pg-core/index.js', packageOf('drizzle-orm')).href

/** Asks the hook, with a Node that writes down what it is asked. */
function asking(found: Found = new Map()) {
  const asked: string[] = []
  const hook = foundOnce(found)
  const ask = (specifier: string, parentURL?: string, under = conditions) =>
    hook(specifier, { conditions: under, importAttributes: {}, parentURL }, (name) => {
      asked.push(name)
      return { url: inPackages(name), format: 'module' }
    })
  return { asked, ask, found }
}

const inPackages = (name: string) => `file:///node_modules/${name}/index.js`
const OURS = new URL('./found-once.ts', import.meta.url).href

describe('modules of packages', () => {
  it('are asked for once under each name, however many of our files import them', () => {
    const { asked, ask } = asking()
    for (const from of [OURS, import.meta.url]) {
      expect(ask('zod', from)).toMatchObject({ url: inPackages('zod'), format: 'module' })
      expect(ask('@date-fns/tz', from)).toMatchObject({ url: inPackages('@date-fns/tz') })
    }
    expect(asked).toEqual(['zod', '@date-fns/tz'])
  })

  it('are others for each file of a package, and under other conditions', () => {
    const { asked, ask } = asking()
    for (const from of [OURS, inPackages('one'), inPackages('two'), inPackages('two')]) ask('./lib', from)
    ask('pg', OURS)
    ask('pg', OURS, ['node', 'require'])
    expect(asked).toEqual(['./lib', './lib', './lib', 'pg', 'pg'])
  })

  it('that an earlier start found are not asked for', () => {
    const { asked, ask, found } = asking()
    ask('zod', OURS)
    ask('./lib', inPackages('one'))
    const later = asking(new Map(JSON.parse(JSON.stringify([...found]))))
    expect(later.ask('zod', OURS)).toEqual({ url: inPackages('zod'), format: 'module', shortCircuit: true })
    expect(later.ask('./lib', inPackages('one')).url).toBe(inPackages('./lib'))
    expect([asked.length, later.asked.length]).toEqual([2, 0])
  })
})

describe('our own modules', () => {
  it('are where their names say', () => {
    const { asked, ask } = asking()
    const place = (url: string) => ({ url: new URL(url, OURS).href, format: 'module-typescript', shortCircuit: true })
    for (const name of [
      './main.ts',
      './near/by.test.ts',
      '../db/meta.ts',
      '../../domain/lib/ids.ts',
      '../../../a/b.ts',
    ])
      expect(ask(name, OURS)).toEqual(place(name))
    expect(ask('#domain/lib/ids.ts', OURS)).toEqual(place('../../domain/lib/ids.ts'))
    expect(asked).toEqual([])
  })

  it('are where Node says when a package asks, or the name is another kind of address', () => {
    const { asked, ask } = asking()
    const names = ['./main.ts', '#domain/lib/ids.ts']
    for (const name of names) ask(name, new URL('../../node_modules/one/index.js', OURS).href)
    const odd = ['./a/../b.ts', './a.ts?b', './a%20b.ts', '.../a.ts', '#other/a.ts', '/a.ts', './a.js']
    for (const name of odd) ask(name, OURS)
    expect(asked).toEqual([...names, ...odd])
  })
})

describe('modules of packages with long lists of entries', () => {
  it('an entry is asked for once, however many files import it; under other conditions it is another', () => {
    const { asked, ask } = asking()
    expect(ask('drizzle-orm/pg-core', 'file:///a.ts').url).toBe(inPackages('drizzle-orm/pg-core'))
    expect(ask('drizzle-orm/pg-core', 'file:///b.ts').url).toBe(inPackages('drizzle-orm/pg-core'))
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

it('of zod’s languages only English is read, which nobody sees', async () => {
  const hook = foundOnce()
  const context = { conditions, importAttributes: {}, parentURL: inPackages('zod') }
  const url = new URL('v4/locales/index.js', packageOf('zod')).href
  const answer = hook('../locales/index.js', context, () => ({ url, format: 'module' }))
  expect(await import(answer.url)).toHaveProperty('default')
  expect(answer.url).toBe(new URL('v4/locales/en.js', packageOf('zod')).href)
})
