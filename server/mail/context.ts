import type { Context } from '../http/context.ts'
import type { Mailer } from './mailer.ts'

export interface MailContext extends Context {
  /** Sends at once, for answers that depend on it. Everything else goes through the queue (queue.ts). */
  mailer: Mailer
  /** To be called when something was put into the queue of mails, after the commit. */
  mailWaits: () => void
}
