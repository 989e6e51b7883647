import { createHash } from 'node:crypto'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Wording } from '#domain/protocol/push-answers.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { FEED_DAYS, feedFile } from '#domain/reminders/calendar-feed.ts'
import { noticePersonOf } from '#domain/reminders/notice-person.ts'
import { appointmentsOf } from '../appointments/appointments.ts'
import type { Context } from '../http/context.ts'
import { writerOf } from '../http/who.ts'
import { plannedViews } from '../reminders/planned-slots.ts'

/** Returns the calendar of a person from today on, in the language spoken, and its ETag: that of its content. */
export async function feedOf(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  person: ListedPerson,
  wording: Wording,
): Promise<{ file: string; etag: string }> {
  const user = writerOf(person)
  const now = clock.now()
  const day = localAt(now, user.zone).date
  const file = feedFile({
    views: await plannedViews(db, { user, now }, { from: day, to: addDays(day, FEED_DAYS) }),
    appointments: await appointmentsOf(db, user.id),
    person: noticePersonOf(person),
    wording,
    zone: user.zone,
    day,
    origin: config.PUBLIC_URL,
  })
  return { file, etag: `"${createHash('sha256').update(file).digest('base64url')}"` }
}
