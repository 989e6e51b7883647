/**
 * From now on this page asks the server nothing, as if it could not be reached: whoever is signed in in this browser is
 * somebody else, and their session would go along with every request.
 */
export function closeServer(): void {
  const own = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (origin === location.origin && pathname.startsWith('/api/'))
      // not translated: it is not shown
      return Promise.reject(new TypeError('The example has no server'))
    return own(input, init)
  }
}
