import { STATUS_CODES } from 'node:http'

/**
 * Which requests a test answers instead of the network: a glob of the whole address, a regular expression or a
 * function.
 */
export type Pattern = string | RegExp | ((url: URL) => boolean)

export type Handler = (route: Route) => unknown

type Send = (request: Request) => Promise<Response>

export function matches(pattern: Pattern, url: string): boolean {
  if (typeof pattern === 'function') return pattern(new URL(url))
  return (typeof pattern === 'string' ? patternOf(pattern) : pattern).test(url)
}

/** `**` matches anything, `*` anything but a slash; the rest is literal. */
function patternOf(glob: string): RegExp {
  const parts = glob.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

/** What a test sees of a request. */
export interface SentRequest {
  method(): string
  url(): string
  headers(): Record<string, string>
  postData(): string | null
  postDataJSON(): unknown
}

export const sentRequest = ({ method, url, headers }: Request, text: string): SentRequest => ({
  method: () => method,
  url: () => url,
  headers: () => Object.fromEntries(headers),
  postData: () => (text === '' ? null : text),
  postDataJSON: () => JSON.parse(text),
})

interface Fulfilment {
  status?: number
  headers?: Record<string, string>
  contentType?: string
  body?: string | Uint8Array
  json?: unknown
  response?: Response
}

/** One request that a test decides about, with Playwright's method names. */
export class Route {
  readonly #request: Request
  readonly #text: string
  readonly #send: Send
  readonly #answer = Promise.withResolvers<Response>()

  private constructor(request: Request, text: string, send: Send) {
    this.#request = request
    this.#text = text
    this.#send = send
  }

  static async answer(request: Request, handler: Handler, send: Send): Promise<Response> {
    const text = request.method === 'GET' ? '' : await request.clone().text()
    const route = new Route(request, text, send)
    await handler(route)
    return route.#answer.promise
  }

  request(): SentRequest {
    return sentRequest(this.#request, this.#text)
  }

  /** Gets the server's response; the page has not received it yet. */
  fetch({ postData }: { postData?: string } = {}): Promise<Response> {
    const request = this.#request.clone()
    return this.#send(postData === undefined ? request : new Request(request, { body: postData }))
  }

  /** Goes on as if this route did not exist; other routes are not tried for the same request. */
  fallback(): Promise<void> {
    return this.continue()
  }

  async continue(): Promise<void> {
    await this.#send(this.#request).then(this.#answer.resolve, this.#answer.reject)
  }

  async abort(): Promise<void> {
    this.#answer.reject(new TypeError('Failed to fetch'))
  }

  async fulfill({ status, headers, contentType, body, json, response }: Fulfilment): Promise<void> {
    const all = new Headers(headers ?? response?.headers)
    if (contentType !== undefined) all.set('content-type', contentType)
    if (json !== undefined) all.set('content-type', 'application/json')
    const content =
      json === undefined ? (body ?? (response ? await response.clone().text() : '')) : JSON.stringify(json)
    const answered = status ?? response?.status ?? 200
    this.#answer.resolve(
      new Response(answered === 204 || answered === 304 ? null : (content as BodyInit), {
        status: answered,
        statusText: STATUS_CODES[answered] ?? '',
        headers: all,
      }),
    )
  }
}
