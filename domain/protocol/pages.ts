/**
 * Every page address of the app, once: the router draws them, the server answers them with 200 and everything else with
 * the 404 page, the worker serves them from its shell. A page appears here when it exists.
 */
export const PAGES = {
  home: '/',
  medications: '/medications',
  reminders: '/reminders',
  history: '/history',
  pricing: '/pricing',
  privacy: '/privacy',
  terms: '/terms',
} as const

export type PagePath = (typeof PAGES)[keyof typeof PAGES]

export const isPage = (path: string): path is PagePath => (Object.values(PAGES) as string[]).includes(path)

/** The query parameter that opens the dose sheet of a slot on any signed-in page; notifications link to it. */
export const DOSE_PARAM = 'dose'
/** The query parameter that opens the dose sheet for an extra dose of a medication. */
export const LOG_PARAM = 'log'
/** The query parameter that opens what waits and what needs the person. */
export const ATTENTION_PARAM = 'attention'
