import { MINUTE } from '#domain/lib/local-time.ts'
import type { Content } from './content.ts'
import { CLAIM, type Dispatch, type Receiver, type SendRow } from './delivery.ts'

/** A stage later than this says so (R3.4). */
export const LATE_AFTER = MINUTE

/** For this long after a reminder was sent, its device hears that the dose settled (R3.8). */
export const SETTLED_WITHIN = 15 * MINUTE

/** Whether the attempt's server had its time (R3.1), or the pause after a failed attempt is over. */
export const isFree = ({ claimedAt }: Pick<SendRow, 'claimedAt'>, now: number): boolean =>
  claimedAt.getTime() + CLAIM <= now

/** When it was shown, as far as can be told (ms). */
export const shownAt = ({ sentAt, dueAt }: SendRow): number => (sentAt ?? dueAt).getTime()

/** A send that is noted and goes out now. */
export const claimed = (userId: string, now: number) => ({
  userId,
  claimedAt: new Date(now),
  attempts: 0,
  outcome: 'pending' as const,
  status: null,
  sentAt: null,
  shownAt: null,
})

export const dispatchOf = (
  { id, userId, attempts, dueAt, expiresAt }: SendRow,
  to: Receiver,
  content: Content,
  now: number,
): Dispatch => ({
  to,
  message: { id, user: userId, ...content },
  attempts,
  dueAt: dueAt.getTime(),
  claimedAt: now,
  expiresAt: expiresAt.getTime(),
})
