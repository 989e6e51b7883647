import { isPage, PAGES, VISITOR_PAGES } from './pages.ts'

export const SIGN_IN_PATH = '/api/login'
export const SIGN_OUT_PATH = '/api/logout'

/**
 * Returns the address of the sign-in that then leads to `next`, an address in the app; to the home page without one.
 */
export const signInLeadingTo = (next: string | undefined): string =>
  next === undefined ? SIGN_IN_PATH : `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`

/**
 * Returns the address of the sign-in from an address in the app. It leads back to a personal page, and to what a
 * notification's link opens on the home page; from a page that is the same for everyone it leads home.
 */
export function signInAddress(from: { pathname: string; search: string; hash: string }): string {
  const { pathname, search, hash } = from
  const isOwn = isPage(pathname) && !VISITOR_PAGES.some((page) => page === pathname)
  const asks = pathname === PAGES.home && search !== ''
  return signInLeadingTo(isOwn || asks ? `${pathname}${search}${hash}` : undefined)
}
