import { MINUTE } from '#domain/lib/local-time.ts'
import { withPerson } from '#domain/reminders/grouping.ts'
import { tagFor, titleFor } from '#domain/reminders/notice-person.ts'
import type { Content } from './content.ts'
import { CLAIM, type Dispatch, type Receiver, type SendRow } from './delivery.ts'

/** A stage that is sent later than this says so (R3.4). */
export const LATE_AFTER = MINUTE

/** For this long after a reminder was sent, its device is told if the dose is settled (R3.8). */
export const SETTLED_WITHIN = 15 * MINUTE

/**
 * Returns whether the server making the attempt has used up its time (R3.1), or the pause after a failed attempt is
 * over.
 */
export const isFree = ({ claimedAt }: Pick<SendRow, 'claimedAt'>, now: number): boolean =>
  claimedAt.getTime() + CLAIM <= now

/** Returns when the reminder was shown, as far as we can tell (ms). */
export const shownAt = ({ sentAt, dueAt }: SendRow): number => (sentAt ?? dueAt).getTime()

/** Returns the fields of a send that is recorded and sent now. */
export const claimed = (userId: string, now: number) => ({
  userId,
  claimedAt: new Date(now),
  attempts: 0,
  outcome: 'pending' as const,
  status: null,
  sentAt: null,
  shownAt: null,
})

/**
 * Returns the content as it is sent about somebody else than the account's own person: it says their name, opens their
 * day, and has a tag that replaces nothing about others (R11.2).
 */
export function contentAbout(about: Receiver['about'], { titleAbout, ...content }: Content): Content {
  if (!about) return content
  return {
    ...content,
    person: about.id,
    whose: about,
    title: titleFor(about, titleAbout ?? content.title),
    tag: tagFor(about, content.tag),
    path: withPerson(content.path, about.id),
  }
}

export const dispatchOf = (
  { id, attempts, dueAt, expiresAt }: SendRow,
  to: Receiver,
  content: Content,
  now: number,
): Dispatch => ({
  to,
  message: { id, user: to.userId, ...contentAbout(to.about, content) },
  attempts,
  dueAt: dueAt.getTime(),
  claimedAt: now,
  expiresAt: expiresAt.getTime(),
})
