interface Readable {
  evaluate<R, A>(work: (argument: A) => R, argument: A): Promise<Awaited<R>>
}

/**
 * Searches everything an origin stores on a device: every row of every IndexedDB database, every cached body, both web
 * storages, the cookies that scripts can read, and the notifications. Returns where each of the words was found. In a
 * page of tests/screens there are no caches and no notifications.
 */
export async function tracesOf(page: Readable, words: readonly string[]): Promise<string[]> {
  return page.evaluate(searchEverything, [...words])
}

/** Runs in the page. Reads databases as they are, and creates none. */
async function searchEverything(words: string[]): Promise<string[]> {
  const found: string[] = []
  const search = (place: string, text: string) => {
    const lower = text.toLowerCase()
    for (const word of words) if (lower.includes(word.toLowerCase())) found.push(`${word} in ${place}`)
  }
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    search('the names of databases', name)
    const db = await done(indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      const objects = db.transaction(store).objectStore(store)
      const [keys, rows] = [await done(objects.getAllKeys()), await done(objects.getAll())]
      search(`${name}/${store}`, JSON.stringify([keys, rows]))
    }
    db.close()
  }
  const caches = 'caches' in window ? window.caches : undefined
  for (const name of (await caches?.keys()) ?? []) {
    const cache = await (caches as CacheStorage).open(name)
    const requests = await cache.keys()
    const answers = await cache.matchAll()
    for (const [index, answer] of answers.entries())
      search(`the cache ${name}`, `${requests[index]?.url} ${await answer.text()}`)
  }
  for (const [place, items] of Object.entries({ localStorage, sessionStorage })) {
    const names = Array.from({ length: items.length }, (_, index) => items.key(index) ?? '')
    search(place, JSON.stringify(names.map((name) => [name, items.getItem(name)])))
  }
  search('cookies', document.cookie)
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  const registration = await workers?.getRegistration()
  for (const { title, body } of (await registration?.getNotifications()) ?? [])
    search('a notification', `${title} ${body}`)
  return found
}
