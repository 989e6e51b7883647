import { SERVER_PAGES } from '#domain/protocol/pages.ts'
import type { Network } from './network.ts'

/** Whether the server draws this page, which works without a script. */
const isOfServer = (url: URL): boolean =>
  url.pathname.startsWith('/api/') || (Object.values(SERVER_PAGES) as string[]).includes(url.pathname)

/** Returns where an address leads, and what the server draws there; `html` is null for the app. */
export async function followTo(network: Network, address: string, first: RequestInit = {}) {
  let url = new URL(address)
  let init = first
  while (isOfServer(url)) {
    const answer = await network.load(url, init)
    const location = answer.headers.get('location')
    if (location === null) return { url: url.href, html: await answer.text() }
    url = new URL(location, url)
    init = {}
  }
  return { url: url.href, html: null }
}
