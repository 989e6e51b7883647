import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { type CalendarLink, calendarsAnswer, newCalendarAnswer } from '#domain/protocol/calendars.ts'
import type { Wording } from '#domain/protocol/push-answers.ts'
import { ask, type CallAnswer, end } from './online-calls.ts'
import { ownData } from './whose.ts'

const PATH = '/api/user/calendars'

/** GET /api/user/calendars: the links that work, of everybody the account looks after, the newest first. */
export async function calendarsOf(account: UserId): Promise<CallAnswer<CalendarLink[]>> {
  const answer = await ask(calendarsAnswer, { method: 'GET', path: PATH, whose: ownData(account) })
  return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.calendars as CalendarLink[] } : answer
}

/** POST /api/user/calendars. The address is told this once. */
export async function makeCalendar(
  account: UserId,
  body: { personId: PersonId; wording: Wording },
): Promise<CallAnswer<{ link: string }>> {
  return ask(newCalendarAnswer, { method: 'POST', path: PATH, body, whose: ownData(account) })
}

/** DELETE /api/user/calendars/:id. Also succeeds if it is over already. */
export const endCalendar = (account: UserId, id: string): Promise<CallAnswer<null>> => end(account, `${PATH}/${id}`)
