import { isPage, PAGES, VISITOR_PAGES } from './pages.ts'

const SIGN_IN = '/api/login'

/** Leads to the sign-in and from there to `next`, an address of the app; home without one. */
export const signInLeadingTo = (next: string | undefined): string =>
  next === undefined ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`

/**
 * The sign-in from an address of the app. It leads back to a page of a person's own, and to what a notification's link asks the home page
 * for; from a page that is the same for everybody it leads home.
 */
export function signInAddress(from: { pathname: string; search: string; hash: string }): string {
  const { pathname, search, hash } = from
  const isOwn = isPage(pathname) && !VISITOR_PAGES.some((page) => page === pathname)
  const asks = pathname === PAGES.home && search !== ''
  return signInLeadingTo(isOwn || asks ? `${pathname}${search}${hash}` : undefined)
}
