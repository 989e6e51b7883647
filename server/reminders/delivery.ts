import type { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import type { PushMessage } from '../push/message.ts'
import type { pushSends } from '../push/tables.ts'

/** The device a message goes to: what of its subscription matters for that. */
export type Receiver = Pick<
  typeof pushSubscriptions.$inferSelect,
  'id' | 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'deviceId' | 'wording' | 'createdAt'
>
export type SendRow = typeof pushSends.$inferSelect

/** A message that was noted in `push_sends` and may go out now. */
export interface Dispatch {
  to: Receiver
  message: PushMessage
  /** Failed attempts before this one. */
  attempts: number
  /** Instants in ms: what it is for, when this attempt was claimed, and when its window ends. */
  dueAt: number
  claimedAt: number
  expiresAt: number
}

/**
 * For how long (ms) an attempt is nobody else's. Then its server is taken for dead, and another makes it (R3.1): longer than
 * a busy server needs from the claim to the answer.
 */
export const CLAIM = 60_000
