import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { RecogniserKind } from './recogniser.ts'

/** Who writes down what is said: the server, or the browser on this device or with its maker's help (decision 067). */
export type Listener = 'server' | 'device' | 'browser'

/** What is known before anything is recorded. */
export interface Possible {
  /**
   * Whether the server can, as it says now; null if it cannot be reached and never said that it cannot, undefined while
   * it is being asked.
   */
  server: boolean | null | undefined
  /** The browser's own recogniser; null until known. */
  browser: RecogniserKind | null
  /** The user agreed that the browser's maker may receive audio. */
  isAgreed: boolean
}

/** Returns who writes down what is said now; null if nobody does, undefined while that is unknown. */
export function whoListens({ server, browser, isAgreed }: Possible): Listener | null | undefined {
  if (server) return 'server'
  if (server === undefined || browser === null) return undefined
  if (browser === 'on-device') return 'device'
  return browser !== 'none' && isAgreed ? 'browser' : null
}

/** Whether the browser could write it down if the user agreed or had it download its language pack. */
export const couldListen = ({ browser, isAgreed }: Possible): boolean =>
  browser === 'download' || (browser === 'maker' && !isAgreed)

/** Names the last resort, which every phone has and no page can press. */
export const KEYBOARD = msg(
  'Keyboards of phones have a microphone key that types what you say; on Windows, press the Windows key and H.',
)

/** Returns why the server does not listen. */
export const whyNotServer = (server: Possible['server']): string =>
  server === null
    ? t('There is no connection, so nothing can be written down now')
    : t('This server cannot turn speech into text')
