import { globSync, readFileSync } from 'node:fs'
import { getCatalogs } from '@lingui/cli/api'
import { compileMessage as libraryCompiler } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { compileMessage, type Token } from '#domain/language/compile-message.ts'
import { languageOf, TAGS } from '#domain/language/languages.ts'
import { entryOf, keyOf } from '#domain/language/message.ts'
import { EXTRACTION } from '../../tools/messages/config.ts'
import { untranslatedIn } from '../../tools/messages/untranslated.ts'
import { REPOSITORY } from '../../tools/run.ts'

const [catalogues] = await getCatalogs(EXTRACTION)
if (!catalogues) throw new Error('The extraction is configured for no catalogue.')
const collected = (await catalogues.collect()) ?? {}
const entries = Object.entries(collected).map(([id, { message = '', context }]) => ({ id, message, context }))
const stored = await catalogues.readAll()

const translated = TAGS.filter((tag) => tag !== 'en')

/** Who reads these is no user: programs of other systems. */
const NOT_FOR_USERS = /^domain\/export\/fhir\/|^domain\/language\/languages\.ts$/

describe('the messages', () => {
  it('of the sources are what every catalogue has (npm run messages)', () => {
    for (const tag of TAGS) {
      expect([tag, Object.keys(stored[tag] ?? {}).toSorted()]).toEqual([tag, Object.keys(collected).toSorted()])
    }
  })

  it('have a key each', () => {
    const byKey = Map.groupBy(entries, ({ message, context }) => keyOf(entryOf(message, context)))
    expect([...byKey.values()].filter((sharing) => sharing.length > 1)).toEqual([])
  })

  it('are read by our compiler as by the library’s', () => {
    const different = [...texts()].filter(({ text }) => said(compileMessage(text)) !== said(libraryCompiler(text)))
    expect(different).toEqual([])
  })

  it('hold every text that a screen shows', () => {
    const files = globSync('{src,domain}/**/*.{ts,tsx}', { cwd: REPOSITORY }).filter(
      (file) => !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file) && !NOT_FOR_USERS.test(file),
    )
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((file) =>
      untranslatedIn(file, readFileSync(`${REPOSITORY}/${file}`, 'utf8')).map(
        ({ line, text }) => `${file}:${line} ${text}`,
      ),
    )
    expect(found).toEqual([])
  })
})

describe.each(translated)('the translation into %s', (tag) => {
  it('is whole', () => {
    const missing = entries.filter(({ id }) => !stored[tag]?.[id]?.translation).map(({ message }) => message)
    expect(missing).toEqual([])
  })

  it('has the placeholders and tags of the English, and a case for each plural of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(languageOf(tag).locale).resolvedOptions()
    const problems = entries.flatMap(({ id, message }) => {
      const translation = stored[tag]?.[id]?.translation ?? ''
      const [own, english] = [partsOf(translation), partsOf(message)]
      const isSame = own.names === english.names && own.tags === english.tags
      const lacking = own.plurals.flatMap((cases) => pluralCategories.filter((one) => !isSaid(one, cases)))
      return isSame && lacking.length === 0 ? [] : [{ message, translation, lacking }]
    })
    expect(problems).toEqual([])
  })

  /** Half a tablet has the grammar of one: `one {one tablet}` would tell somebody to take twice as much. */
  it('names an amount in every case in which the English does', () => {
    const lacking = entries.flatMap(({ id, message }) => {
      const named = [...namedInEvery(message)].filter(
        (name) => !namedInEvery(stored[tag]?.[id]?.translation ?? '').has(name),
      )
      return named.map((name) => `${name}: ${stored[tag]?.[id]?.translation}`)
    })
    expect(lacking).toEqual([])
  })
})

/** Returns the placeholders that are said whatever the values are; a number that is counted is said by its case. */
function alwaysNamed(tokens: readonly Token[]): Set<string> {
  const names = tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , cases] = token
    if (!cases) return [name]
    const [first, ...others] = Object.values(cases).map(alwaysNamed)
    return [name, ...[...(first ?? [])].filter((one) => others.every((said) => said.has(one)))]
  })
  return new Set(names)
}

const namedInEvery = (text: string): Set<string> => {
  const compiled = compileMessage(text)
  return alwaysNamed(Array.isArray(compiled) ? compiled : [])
}

/** Romance languages have a case for millions, of which nobody takes any. */
const isSaid = (category: string, cases: readonly string[]): boolean =>
  cases.includes(category) || (category === 'many' && cases.includes('other') && !cases.includes('few'))

function* texts() {
  for (const { id, message } of entries) {
    yield { tag: 'en', text: message }
    for (const tag of translated) yield { tag, text: stored[tag]?.[id]?.translation ?? '' }
  }
}

/** Returns what is said, piece by piece: neighbouring texts are one, and a plural without an offset has none. */
function said(compiled: unknown): string {
  if (!Array.isArray(compiled)) return String(compiled)
  return compiled.map((token) => (Array.isArray(token) ? `{${token.map(saidCases).join()}}` : token)).join('')
}

const saidCases = (part: unknown): string =>
  typeof part === 'object' && part !== null
    ? Object.entries(part)
        .filter(([label]) => label !== 'offset')
        .map(([label, tokens]) => `${label}[${said(tokens)}]`)
        .join()
    : String(part)

function partsOf(text: string): { names: string; tags: string; plurals: string[][] } {
  const names = new Set<string>()
  const plurals: string[][] = []
  const walk = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, kind, cases] = token
      names.add(name)
      if (!cases) continue
      if (kind === 'plural') plurals.push(Object.keys(cases))
      for (const one of Object.values(cases)) walk(one)
    }
  }
  const compiled = compileMessage(text)
  if (Array.isArray(compiled)) walk(compiled)
  const tags = [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag)
  return { names: [...names].toSorted().join(), tags: [...new Set(tags)].toSorted().join(), plurals }
}
