import { MINUTE } from '#domain/lib/local-time.ts'
import { DROPPED_AFTER } from '#domain/reminders/alerts.ts'
import { extraStage, nextExtraAt } from '#domain/reminders/extra-notices.ts'
import { claimed } from './claimed-sends.ts'
import { type Content, earlyContent, reminderContent, tagOf } from './content.ts'
import type { SendRow } from './delivery.ts'
import type { Decision, PersonView } from './person-view.ts'
import { isNoted, sendToAll } from './stages.ts'
import { isReached, type Standing, stageInstant } from './standing.ts'

/** A dose with the notice beside its reminder that it has now: minutes from its start, negative before. */
export interface Extra {
  standing: Standing
  start: number
  stage: number
}

/** Returns what is to be announced beside the reminders at `now` (R9). */
export function extrasAt(standings: readonly Standing[], view: PersonView, now: number): Extra[] {
  if (!view.allowed) return []
  return standings.flatMap((standing) => {
    const { at, start, notices, endsAt } = standing
    if (start === null || now >= Math.max(start, endsAt) || !isReached(standing, view)) return []
    const stage = extraStage({ at, start }, notices, now)
    return stage === null ? [] : [{ standing, start, stage }]
  })
}

/** Returns when the next notice of an open dose is (ms); null if none comes any more. */
export function nextExtraOf({ at, start, notices, endsAt }: Standing, now: number): number | null {
  const next = start === null ? null : nextExtraAt({ at, start }, notices, now)
  return next === null || next >= Math.max(start ?? 0, endsAt) ? null : next
}

/** Records and dispatches the extra notices that were not sent before: one message per minute, stage and device. */
export function announceExtras(
  extras: readonly Extra[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  const fresh = extras.filter(({ standing, stage }) => !isNoted(standing, stage, view.sends))
  for (const [first, ...others] of Map.groupBy(fresh, (extra) => `${minuteOf(extra)} ${extra.stage}`).values()) {
    if (!first) continue
    const { start, stage } = first
    // A notice before replaces the one that is shown, which may be of another dose of that minute.
    const isShown = (extra: Extra) => extra.stage < 0 && minuteOf(extra) === minuteOf(first)
    const content = extraContent(stage < 0 ? extras.filter(isShown) : [first, ...others])
    const row: Omit<SendRow, 'id' | 'subscriptionId'> = {
      ...claimed(view.userId, now),
      kind: stage < 0 ? 'early' : 'reminder',
      tag: content.tag,
      slotIds: content.slotIds,
      stage,
      dueAt: new Date(stageInstant(start, stage)),
      expiresAt: new Date(stage < 0 ? start : start + stage * MINUTE + DROPPED_AFTER),
    }
    sendToAll(row, content, view, now, newId, decision)
  }
}

const minuteOf = ({ standing: { subject }, start }: Extra): string => `${subject.date} ${subject.time} ${start}`

/** A follow-up has its own tag: the other doses of its minute stay as they are shown. */
function extraContent(extras: readonly Extra[]): Content {
  const subjects = extras.map(({ standing }) => standing.subject)
  const stage = extras[0]?.stage ?? 0
  return stage < 0
    ? earlyContent(subjects)
    : reminderContent(subjects, tagOf(subjects, new Set()), { stage, isLate: false })
}
