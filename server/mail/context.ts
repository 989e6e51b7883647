import type { Context } from '../http/context.ts'
import type { Mailer } from './mailer.ts'

export interface MailContext extends Context {
  /** Sends immediately, for responses that depend on the result. Everything else goes through the queue (queue.ts). */
  mailer: Mailer
  /** To be called after the commit when mails have been queued. */
  mailWaits: () => void
}
