import type { CookieJar } from 'jsdom'
import type { TestApp } from '#server/testing/app.ts'
import { type Handler, matches, type Pattern, Route, type SentRequest, sentRequest } from './route.ts'
import { task } from './task.ts'

/** The address of the app in every test; no port listens there. */
export const ORIGIN = 'http://localhost:3000'

/** One device's connection to the server: inside the process, with the device's cookies. */
export interface Network {
  /** When false, requests fail as without a connection. */
  isUp: boolean
  /** A page's `fetch`, until that page is closed; `onSent` hears that the server has the request. */
  fetch(input: string | URL | Request, init?: RequestInit, closed?: AbortSignal, onSent?: () => void): Promise<Response>
  /** Loads a document for a tab; the tab follows redirects itself. */
  load(url: URL, init?: RequestInit): Promise<Response>
  /** Opens a stream of bytes, until the signal ends it. Rejects when the server cannot be reached. */
  stream(path: string, signal: AbortSignal): Promise<{ status: number; body: NodeJS.ReadableStream }>
  /** Called for every request. */
  readonly onRequest: Set<(request: SentRequest) => void>
  /** Called with the address of every request that was answered, once its page has the answer. */
  readonly onAnswer: Set<(url: string) => void>
  route(pattern: Pattern, handler: Handler, times?: number): void
  unroute(pattern: Pattern, handler?: Handler): void
}

export function deviceNetwork(server: TestApp, cookies: CookieJar): Network {
  let routes: { pattern: Pattern; handler: Handler; left: number }[] = []
  const headersWith = async (url: string, headers: Headers) => ({
    ...Object.fromEntries(headers),
    host: new URL(ORIGIN).host,
    cookie: await cookies.getCookieString(url),
    'sec-fetch-site': 'same-origin',
  })
  const inject = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const payload = request.method === 'GET' ? undefined : Buffer.from(await request.arrayBuffer())
    const answer = await server.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: await headersWith(request.url, request.headers),
      ...(payload && payload.length > 0 ? { payload } : {}),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
    for (const cookie of headers.getSetCookie()) await cookies.setCookie(cookie, request.url)
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
    const init = { status: answer.statusCode, statusText: answer.statusMessage, headers }
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, init)
  }
  const send = async (request: Request): Promise<Response> => {
    if (!network.isUp) throw new TypeError('Failed to fetch')
    const answer = await inject(request)
    // The server has done it, but the response is lost.
    if (!network.isUp) throw new TypeError('Failed to fetch')
    return answer
  }
  const tell = async (request: Request) => {
    const text = request.method === 'GET' ? '' : await request.clone().text()
    for (const listener of network.onRequest) listener(sentRequest(request, text))
  }
  const throughRoutes = async (request: Request, onSent = () => {}): Promise<Response> => {
    if (network.onRequest.size > 0) await tell(request)
    const passOn = (one: Request) => {
      if (network.isUp) onSent()
      return send(one)
    }
    const found = routes.findLast(({ pattern, left }) => left > 0 && matches(pattern, request.url))
    if (!found) return passOn(request)
    found.left -= 1
    return Route.answer(request, found.handler, passOn)
  }
  const network: Network = {
    isUp: true,
    onRequest: new Set(),
    onAnswer: new Set(),
    async fetch(input, init = {}, closed, onSent) {
      // The script of a page that was left may run on for a moment.
      if (closed?.aborted) return new Promise<never>(() => {})
      const { signal, redirect = 'follow', ...rest } = init
      await task()
      if (signal?.aborted) throw signal.reason
      const request = new Request(input instanceof Request ? input : new URL(input, ORIGIN), rest)
      const given = Promise.withResolvers<never>()
      signal?.addEventListener('abort', () => given.reject(signal.reason))
      const carried = throughRoutes(request, onSent).then((answer) => followed(answer, request, redirect, network))
      // A signal may outlive the request, and must not then cause an unhandled rejection.
      given.promise.catch(() => {})
      const answer = await Promise.race([carried, given.promise]).finally(task)
      // One of its own for each: what waits for a shared one would be held for ever, and with it the whole page.
      if (closed?.aborted) return new Promise<never>(() => {})
      void task().then(() => {
        for (const listener of network.onAnswer) listener(request.url)
      })
      return answer
    },
    load: (url, init) => throughRoutes(new Request(url, init)),
    async stream(path, signal) {
      await task()
      signal.throwIfAborted()
      if (!network.isUp) throw new TypeError('Failed to fetch')
      const url = `${ORIGIN}${path}`
      const answer = await server.app.inject({
        url: path,
        headers: await headersWith(url, new Headers({ accept: 'text/event-stream' })),
        payloadAsStream: true,
        signal,
      })
      return { status: answer.statusCode, body: answer.stream() }
    },
    route: (pattern, handler, times = Number.POSITIVE_INFINITY) => void routes.push({ pattern, handler, left: times }),
    unroute: (pattern, handler) => {
      routes = routes.filter(
        (route) => String(route.pattern) !== String(pattern) || (handler && route.handler !== handler),
      )
    },
  }
  return network
}

const REDIRECTS = [301, 302, 303, 307, 308]

function followed(answer: Response, request: Request, redirect: RequestRedirect, network: Network) {
  const location = answer.headers.get('location')
  if (!REDIRECTS.includes(answer.status) || location === null) return answer
  if (redirect === 'error') throw new TypeError('Failed to fetch')
  // What `fetch` returns for a redirect that it may not follow: nothing in it can be read.
  if (redirect === 'manual') return Object.defineProperties(Response.error(), { type: { value: 'opaqueredirect' } })
  return network.fetch(new URL(location, request.url))
}
