import type { NoticePerson } from '#domain/reminders/notice-person.ts'
import type { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import type { PushMessage } from '../push/message.ts'
import type { pushSends } from '../push/tables.ts'

/** The device a message goes to: the parts of its subscription that matter for sending. */
export type Receiver = Pick<
  typeof pushSubscriptions.$inferSelect,
  'id' | 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'deviceId' | 'wording' | 'createdAt'
> & {
  /** Whom the message is about, if that is not the account's own person. */
  about?: NoticePerson
  /** That of the account; null for English. */
  language?: string | null
}
export type SendRow = typeof pushSends.$inferSelect

/** A message that is recorded in `push_sends` and may be sent now. */
export interface Dispatch {
  to: Receiver
  message: PushMessage
  /** Failed attempts before this one. */
  attempts: number
  /** Instants in ms: what the message is for, when this attempt was claimed, and when its window ends. */
  dueAt: number
  claimedAt: number
  expiresAt: number
}

/**
 * How long (ms) an attempt belongs to one server. After that the server is presumed dead and another makes the attempt
 * (R3.1). Longer than a busy server needs from claim to response.
 */
export const CLAIM = 60_000
