import { firstSpoken, isLanguageTag, type LanguageTag, languageOf } from '#domain/language/languages.ts'
import { awaitCatalogue, speakThrough, type Translator, translatorOf } from '#domain/language/translate.ts'
import { forgetCatalogues, keepCatalogue, openCatalogues, readCatalogue } from '#src/platform/catalogue-cache.ts'

/** In local storage; `/before-paint.js` reads it before the first paint. */
const CHOICE = 'language'

/** Returns the language chosen on this device, or else the first of the browser's that the app speaks. */
export function chosenLanguage(): LanguageTag {
  try {
    const stored = localStorage.getItem(CHOICE)
    if (isLanguageTag(stored)) return stored
  } catch {
    // Storage is refused: the browser's languages decide on each visit.
  }
  return firstSpoken(navigator.languages)
}

/** Stores the choice for the next load of a page on this device. */
export function rememberLanguage(tag: LanguageTag): void {
  try {
    localStorage.setItem(CHOICE, tag)
  } catch {
    // The choice is with the account as well.
  }
}

/**
 * Makes the page speak its language: resolves once what a start shows can be said, and goes on to load the rest. Never
 * rejects; without its catalogue the page speaks English.
 */
export async function speakChosenLanguage(): Promise<void> {
  const language = languageOf(chosenLanguage())
  if (language.tag === 'en') {
    void forgetCatalogues()
    return
  }
  rememberLanguage(language.tag)
  document.documentElement.lang = language.tag
  document.documentElement.dir = language.direction
  const translator = translatorOf(language)
  speakThrough(() => translator)
  awaitCatalogue(learnPart(translator, 'rest'))
  await learnPart(translator, 'start')
}

/** @param part what a start shows, or the rest */
async function learnPart(translator: Translator, part: 'start' | 'rest'): Promise<void> {
  const address = `/locales/${translator.language.tag}.${part}.json?${versionOf()}`
  const cache = await openCatalogues()
  const stored = await cache?.match(address).catch(() => undefined)
  const answer = stored ?? (await fetched(cache, address))
  // An earlier version's texts are right wherever it has them.
  const catalogue = answer ?? (await cache?.match(address, { ignoreSearch: true }).catch(() => undefined))
  if (catalogue) translator.learn(await readCatalogue(catalogue))
}

/** Returns the version of the catalogues that this document was built with. */
const versionOf = (): string => document.querySelector<HTMLMetaElement>('meta[name="catalogues"]')?.content ?? ''

async function fetched(cache: Cache | null, address: string): Promise<Response | null> {
  const answer = await fetch(address).catch(() => null)
  if (!answer?.ok) return null
  if (cache) await keepCatalogue(cache, address, answer.clone()).catch(() => undefined)
  return answer
}
