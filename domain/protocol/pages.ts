/**
 * Every page address of the app, once: the router draws them, the server answers them with 200 and everything else with
 * the 404 page, the worker serves them from its shell. A page appears here when it exists.
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
  pricing: '/pricing',
  subscribe: '/subscribe',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  admin: '/admin',
} as const

export type PagePath = (typeof PAGES)[keyof typeof PAGES]

export const isPage = (path: string): path is PagePath => (Object.values(PAGES) as string[]).includes(path)

/**
 * Pages that the server draws, from links in mails: they work without script, and on a device of somebody else. No part of the app,
 * so the worker leaves them, like all of /api, to the server.
 */
export const SERVER_PAGES = { consent: '/consent', unsubscribe: '/unsubscribe' } as const

const PLAIN_PAGES = [PAGES.pricing, PAGES.privacy, PAGES.terms, PAGES.contact] as const

/** Pages that have something to say to everybody, signed in or not. */
export const PUBLIC_PAGES = [...PLAIN_PAGES, PAGES.subscribe] as const

export type PublicPage = (typeof PUBLIC_PAGES)[number]

/** Pages that hold nothing of a person: built as plain HTML too, for browsers without a session. */
export const VISITOR_PAGES = [PAGES.home, ...PLAIN_PAGES] as const

export type VisitorPage = (typeof VISITOR_PAGES)[number]

/** The file of the build that holds the page's plain HTML; null for pages that exist only in the app. */
export function visitorDocument(page: VisitorPage): string
export function visitorDocument(page: PagePath): string | null
export function visitorDocument(page: PagePath): string | null {
  if (!VISITOR_PAGES.some((visitorPage) => visitorPage === page)) return null
  return page === PAGES.home ? 'index.html' : `${page.slice(1)}.html`
}

/** The file of the build with what the home screen of a person without medications begins with, below the greeting. */
export const FIRST_RUN_FILE = 'first-run.html'

/** The query parameter that opens the dose sheet of a slot on any signed-in page; notifications link to it. */
export const DOSE_PARAM = 'dose'
/** The query parameter that opens the dose sheet for an extra dose of a medication. */
export const LOG_PARAM = 'log'
/** The query parameter that opens what waits and what needs the person. */
export const ATTENTION_PARAM = 'attention'
