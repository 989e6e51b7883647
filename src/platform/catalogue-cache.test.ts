import { afterEach, expect, it, vi } from 'vitest'
import { keyOf } from '#domain/language/message.ts'
import { language, t } from '#domain/language/translate.ts'
import { forgetCatalogues, keepCatalogue, openCatalogues, speakAsThePage } from './catalogue-cache.ts'

/** As much of Cache Storage as the catalogues use. */
function cacheStorage() {
  const stores = new Map<string, Map<string, Response>>()
  const addressOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).href
  const cacheOf = (store: Map<string, Response>) => ({
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    match: async (request: RequestInfo) => store.get(addressOf(request))?.clone(),
    put: async (request: RequestInfo, answer: Response) => void store.set(addressOf(request), answer),
    delete: async (request: RequestInfo) => store.delete(addressOf(request)),
  })
  return {
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return cacheOf(store)
    },
    delete: async (name: string) => stores.delete(name),
  }
}

const ORIGIN = 'https://dosewell.example.org/'
const catalogue = (text: string) => new Response(JSON.stringify({ [keyOf('Taken')]: text }))

async function keep(address: string, text: string): Promise<void> {
  const cache = await openCatalogues()
  if (!cache) throw new Error('there is no cache')
  await keepCatalogue(cache, address, catalogue(text))
}

afterEach(async () => {
  await forgetCatalogues()
  await speakAsThePage()
  vi.unstubAllGlobals()
})

it('a worker speaks the language that the page stored last, in the newest version, and English after that is gone', async () => {
  vi.stubGlobal('caches', cacheStorage())
  vi.stubGlobal('location', { href: ORIGIN })
  await keep('/locales/de.start.json?1', 'Genommen')
  await keep('/locales/vi.start.json?1', 'Đã uống')
  await keep('/locales/vi.start.json?2', 'Đã dùng')
  await speakAsThePage()
  expect([language().tag, t('Taken'), t('Skipped')]).toEqual(['vi', 'Đã dùng', 'Skipped'])
  await forgetCatalogues()
  await speakAsThePage()
  expect([language().tag, t('Taken')]).toEqual(['en', 'Taken'])
})

it('a worker without Cache Storage speaks English', async () => {
  await speakAsThePage()
  expect([language().tag, t('Taken')]).toEqual(['en', 'Taken'])
})
