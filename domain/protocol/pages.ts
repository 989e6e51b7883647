import type { LanguageTag } from '../language/languages.ts'

/**
 * Every page address of the app, in one place: the router renders them, the server responds to them with 200 and to
 * everything else with the 404 page, and the worker serves them from its shell. A page is listed here once it exists.
 */
export const PAGES = {
  home: '/',
  medications: '/medications',
  appointments: '/appointments',
  documents: '/medical-documents',
  voice: '/voice',
  prescriptions: '/prescriptions',
  reminders: '/reminders',
  history: '/history',
  insights: '/insights',
  settings: '/settings',
  reminderHealth: '/settings/reminders',
  people: '/settings/people',
  emergency: '/settings/emergency-card',
  programs: '/settings/programs',
  pricing: '/pricing',
  subscribe: '/subscribe',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  admin: '/admin',
} as const

/** Below it the app shows an invented person's data, without the server and apart from anybody's own (decision 094). */
export const EXAMPLE = '/example'

export const isExample = (path: string): boolean => path === EXAMPLE || path.startsWith(`${EXAMPLE}/`)

export type PagePath = (typeof PAGES)[keyof typeof PAGES]

export const isPage = (path: string): path is PagePath => (Object.values(PAGES) as string[]).includes(path)

/**
 * Pages that the server renders, reached from links in mails: they work without script, and on someone else's device.
 * They are not part of the app, so the worker leaves them to the server, like all of /api.
 */
export const SERVER_PAGES = { consent: '/consent', shared: '/shared', unsubscribe: '/unsubscribe' } as const

const PLAIN_PAGES = [PAGES.pricing, PAGES.privacy, PAGES.terms, PAGES.contact] as const

/** Pages for everyone, signed in or not. */
export const PUBLIC_PAGES = [...PLAIN_PAGES, PAGES.subscribe] as const

/** Pages that only a signed-in user has. */
export const SIGNED_IN_PAGES = Object.values(PAGES).filter(
  (page) => page !== PAGES.home && !PUBLIC_PAGES.some((other) => other === page),
)

export type PublicPage = (typeof PUBLIC_PAGES)[number]

/** Pages without personal data: also built as plain HTML, for browsers without a session. */
export const VISITOR_PAGES = [PAGES.home, ...PLAIN_PAGES] as const

export type VisitorPage = (typeof VISITOR_PAGES)[number]

/** Returns the build's file with the page's plain HTML; null for pages that only exist in the app. */
export function visitorDocument(page: VisitorPage): string
export function visitorDocument(page: PagePath): string | null
export function visitorDocument(page: PagePath): string | null {
  if (!VISITOR_PAGES.some((visitorPage) => visitorPage === page)) return null
  return page === PAGES.home ? 'index.html' : `${page.slice(1)}.html`
}

/** Returns the build's file with the same in a language. */
export const documentIn = (file: string, tag: LanguageTag): string =>
  tag === 'en' ? file : file.replace(/\.html$/, `.${tag}.html`)

/** Pages for everyone that a user sees nearly as a visitor does; what differs is out of sight until the app has loaded. */
export const SHARED_PAGES = [PAGES.pricing, PAGES.privacy, PAGES.terms] as const

/** Whether users see a page nearly as visitors do. */
export const isShared = (page: PagePath): page is (typeof SHARED_PAGES)[number] =>
  SHARED_PAGES.some((shared) => shared === page)

/** Returns the build's file with what follows the app's head on such a page. */
export const sharedPart = (page: (typeof SHARED_PAGES)[number]): string => `shared-${page.slice(1)}.html`

/** The build's file with the start of the home screen for a user without medications, below the greeting. */
export const FIRST_RUN_FILE = 'first-run.html'

/** The query parameter that names whose data a page or picture shows, if it is not the account's own person's. */
export const PERSON_PARAM = 'person'
/** The query parameter that opens a slot's dose sheet on any signed-in page; notifications link to it. */
export const DOSE_PARAM = 'dose'
/** The query parameter that opens the dose sheet for an extra dose of a medication. */
export const LOG_PARAM = 'log'
/** The day that /history shows (`YYYY-MM-DD`), and that a dose logged there without a plan was taken on. */
export const DAY_PARAM = 'day'
/** The query parameter that opens what is there of a medication, on its card. */
export const SUPPLY_PARAM = 'supply'
/** The query parameter that turns the medications into the list of what to pack for a trip. */
export const TRIP_PARAM = 'trip'
/** The query parameter with the token of an invitation to see or help somebody, on home. */
export const OFFER_PARAM = 'offer'
/** The query parameter that opens the list of pending writes and of what needs attention. */
export const ATTENTION_PARAM = 'attention'
