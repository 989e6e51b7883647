import { PAGES } from './pages.ts'

/**
 * Sharing a picture from another app into a scan: the manifest's share target posts a form to the page of scans, and
 * the service worker takes it, offline too. It then opens the page, if need be with what went wrong.
 */

/** The field of the form with the pictures, as the manifest names it. */
export const SHARED_FIELD = 'image'

/** The most pictures taken at once, and waiting to be looked at. */
export const SHARED_AT_ONCE = 10

/**
 * Why a picture was not taken. `missed`: there was no worker yet, and it reached the server, which keeps nothing of it.
 */
export const SHARE_PROBLEMS = ['missed', 'no-picture', 'too-large', 'too-many', 'not-stored'] as const
export type ShareProblem = (typeof SHARE_PROBLEMS)[number]

const SHARED_PARAM = 'shared'

/** Returns the address at which the page of scans opens after sharing. */
export const sharedAddress = (problem: ShareProblem | null): string =>
  problem === null ? PAGES.prescriptions : `${PAGES.prescriptions}?${SHARED_PARAM}=${problem}`

/** Returns what the page's address says went wrong; null if nothing. */
export const shareProblemIn = (params: { get(name: string): string | null }): ShareProblem | null =>
  SHARE_PROBLEMS.find((problem) => problem === params.get(SHARED_PARAM)) ?? null
