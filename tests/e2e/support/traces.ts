interface Readable {
  evaluate<R>(work: () => R): Promise<Awaited<R>>
}

/**
 * Searches everything an origin stores on a device: every row of every IndexedDB database, every cached body, both web
 * storages, the cookies that scripts can read, and the notifications. Returns where each of the words was found. In a
 * page of tests/screens there are no caches and no notifications.
 */
export async function tracesOf(page: Readable, words: readonly string[]): Promise<string[]> {
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
  const caches = 'caches' in window ? window.caches : undefined
  for (const name of (await caches?.keys()) ?? []) {
    const cache = await (caches as CacheStorage).open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      kept.push({ place: `the cache ${name}`, text: `${request.url} ${await answer?.text()}` })
    }
  }
  for (const [place, items] of Object.entries({ localStorage, sessionStorage })) {
    const names = Array.from({ length: items.length }, (_, index) => items.key(index) ?? '')
    kept.push({ place, text: JSON.stringify(names.map((name) => [name, items.getItem(name)])) })
  }
  kept.push({ place: 'cookies', text: document.cookie })
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  const registration = await workers?.getRegistration()
  for (const { title, body } of (await registration?.getNotifications()) ?? [])
    kept.push({ place: 'a notification', text: `${title} ${body}` })
  return kept
}
