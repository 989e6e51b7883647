import { isLanguageTag, languageOf } from '#domain/language/languages.ts'
import { type Catalogue, speakThrough, translatorOf } from '#domain/language/translate.ts'

/** Holds the catalogue of the language of this device and no other, for starts offline and for the worker. */
const CACHE = 'dosewell-language'

const english = translatorOf(languageOf('en'))

/** Returns the stored catalogues, or null where the browser refuses them. */
export async function openCatalogues(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE).catch(() => null) : null
}

/** Deletes what is stored: the device speaks English. Never rejects. */
export async function forgetCatalogues(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false)
}

/** Stores a part of a catalogue in place of earlier versions of it and of other languages. */
export async function keepCatalogue(cache: Cache, address: string, answer: Response): Promise<void> {
  const { pathname } = new URL(address, location.href)
  const language = pathname.split('.')[0]
  for (const { url } of await cache.keys()) {
    const path = new URL(url).pathname
    if (path === pathname || path.split('.')[0] !== language) await cache.delete(url)
  }
  await cache.put(address, answer)
}

/** Reads what our own build has written; what cannot be read says nothing. */
export const readCatalogue = (answer: Response): Promise<Catalogue> =>
  answer.json().then(
    (value: Catalogue) => value,
    () => ({}),
  )

/** Lets the worker speak as the page did when it was last open. Never rejects. */
export async function speakAsThePage(): Promise<void> {
  const cache = await openCatalogues()
  const kept = (await cache?.keys().catch(() => [])) ?? []
  const tag = /\/locales\/([\w-]+)\./.exec(kept[0]?.url ?? '')?.[1]
  const translator = isLanguageTag(tag) ? translatorOf(languageOf(tag)) : english
  for (const request of kept) {
    const answer = await cache?.match(request)
    if (answer) translator.learn(await readCatalogue(answer))
  }
  speakThrough(() => translator)
}
