import type { Page } from 'playwright-core'

/**
 * Searches everything an origin stores on a device: every row of every IndexedDB database, every cached body, both web
 * storages, and the cookies that scripts can read. Returns where each of the words was found.
 */
export async function tracesOf(page: Page, words: readonly string[]): Promise<string[]> {
  const kept = await page.evaluate(readEverything)
  return kept.flatMap(({ place, text }) =>
    words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${word} in ${place}`),
  )
}

/** Runs in the page. Reads databases as they are, and creates none. */
async function readEverything(): Promise<{ place: string; text: string }[]> {
  const kept: { place: string; text: string }[] = []
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    kept.push({ place: 'the names of databases', text: name })
    const db = await done(indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      const objects = db.transaction(store).objectStore(store)
      const [keys, rows] = [await done(objects.getAllKeys()), await done(objects.getAll())]
      kept.push({ place: `${name}/${store}`, text: JSON.stringify([keys, rows]) })
    }
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      kept.push({ place: `the cache ${name}`, text: `${request.url} ${await answer?.text()}` })
    }
  }
  kept.push({ place: 'localStorage', text: JSON.stringify({ ...localStorage }) })
  kept.push({ place: 'sessionStorage', text: JSON.stringify({ ...sessionStorage }) })
  kept.push({ place: 'cookies', text: document.cookie })
  const registration = await navigator.serviceWorker.getRegistration()
  for (const { title, body } of (await registration?.getNotifications()) ?? [])
    kept.push({ place: 'a notification', text: `${title} ${body}` })
  return kept
}
