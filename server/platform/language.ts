import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parsePo } from 'pofile-ts'
import { ENGLISH, isLanguageTag, type LanguageTag, languageOf } from '#domain/language/languages.ts'
import { entryOf, keyOf } from '#domain/language/message.ts'
import { type Catalogue, speakThrough, type Translator, translatorOf } from '#domain/language/translate.ts'

/** Where the catalogues are: `de.po`, `zh-Hans.po` … */
const CATALOGUES = path.resolve(import.meta.dirname, '../../locales')

/** Returns the translations of a language by key, of those messages that have one. */
export function catalogueOf(tag: LanguageTag): Catalogue {
  const file = path.join(CATALOGUES, `${tag}.po`)
  if (!existsSync(file)) return {}
  const { items } = parsePo(readFileSync(file, 'utf8'))
  return Object.fromEntries(
    items.flatMap(({ msgid, msgctxt, msgstr }) => (msgstr[0] ? [[keyOf(entryOf(msgid, msgctxt)), msgstr[0]]] : [])),
  )
}

/** Read when a language is first spoken: most servers speak few. */
const translators = new Map<LanguageTag, Translator>([['en', translatorOf(ENGLISH)]])

function translatorFor(tag: LanguageTag): Translator {
  const known = translators.get(tag)
  if (known) return known
  const translator = translatorOf(languageOf(tag), catalogueOf(tag))
  translators.set(tag, translator)
  return translator
}

interface Speech {
  tag: LanguageTag
}

const speech = new AsyncLocalStorage<Speech>()

speakThrough(() => translatorFor(speech.getStore()?.tag ?? 'en'))

/** Returns what the work returns. Its texts, and those of everything it starts, are in the language. */
export function inLanguage<Result>(tag: string | null | undefined, work: () => Result): Result {
  return speech.run({ tag: isLanguageTag(tag) ? tag : 'en' }, work)
}

/** Returns a function that goes on in the language in which this is called, as `speak` changes it. */
export function goingOn(): (next: () => void) => void {
  const current = speech.getStore()
  return (next) => (current ? speech.run(current, next) : next())
}

/** Changes the language of the work that `inLanguage` has begun. */
export function speak(tag: LanguageTag): void {
  const current = speech.getStore()
  if (current) current.tag = tag
}
