/** Cookies the server sets for the page to read (server/http/cookies.ts). */
type ReadableCookie = 'signed_out' | 'signed_in'

/** Returns the cookie's value, or null if the browser has none. */
export const readCookie = (name: ReadableCookie): string | null =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(document.cookie)?.[1] ?? null

export function dropCookie(name: ReadableCookie): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every supported browser
  document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`
}
