import { LAST_STAGE } from '#domain/reminders/alerts.ts'
import { dispatchOf, isFree, LATE_AFTER } from './claimed-sends.ts'
import { type Content, earlyContent, reminderContent, tagOf } from './content.ts'
import type { SendRow } from './delivery.ts'
import type { Extra } from './extra-stages.ts'
import type { Decision, PersonView } from './person-view.ts'
import { settledMessage } from './settled-elsewhere.ts'
import { isSettled, type Standing, stageAt, stageInstant } from './standing.ts'

/** The others are repeated by what sends them. */
const OF_DOSES: readonly SendRow['kind'][] = ['reminder', 'early', 'settled']

/** Repeats attempts whose claim or pause is over, and gives up those that are no longer needed (R3.1, R3.3). */
export function repeat(
  due: readonly Standing[],
  extras: readonly Extra[],
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  decision: Decision,
): void {
  for (const send of view.sends) {
    if (send.outcome !== 'pending' || !OF_DOSES.includes(send.kind)) continue
    const to = view.subscriptions.find(({ id }) => id === send.subscriptionId)
    const live = to ? liveOf(send, due, extras, standings, now) : []
    if (to && live.length > 0) {
      if (!isFree(send, now)) continue
      const content = contentAgain(send, live, standings, view, now)
      decision.claimAgain.push({ id: send.id, claimedAt: new Date(now) })
      decision.dispatches.push(dispatchOf(send, to, content, now))
    } else if (isFree(send, now) || send.status !== null) {
      decision.close.push({ id: send.id, outcome: send.attempts > 0 ? 'failed' : 'expired' })
    }
  }
}

/** Returns the slots for which a pending send is still true: at the same stage, or settled. */
function liveOf(
  send: SendRow,
  due: readonly Standing[],
  extras: readonly Extra[],
  standings: readonly Standing[],
  now: number,
): Standing[] {
  const own = ({ occurrence }: Standing) => send.slotIds.includes(occurrence.slotId)
  if (send.kind === 'settled') {
    return now < send.expiresAt.getTime() ? standings.filter((standing) => own(standing) && isSettled(standing)) : []
  }
  if (send.kind === 'early' || isFollowUp(send)) {
    const stages = extras.filter(({ stage }) => (send.kind === 'early' ? stage < 0 : stage === send.stage))
    return stages.map(({ standing }) => standing).filter(own)
  }
  return due.filter(
    (standing) =>
      own(standing) &&
      standing.start !== null &&
      stageInstant(standing.start, stageAt(standing.start, now)) === send.dueAt.getTime(),
  )
}

const isFollowUp = ({ kind, stage }: SendRow): boolean => kind === 'reminder' && (stage ?? 0) > LAST_STAGE

function contentAgain(
  send: SendRow,
  live: readonly Standing[],
  standings: readonly Standing[],
  view: PersonView,
  now: number,
): Content {
  if (send.kind !== 'settled') {
    const subjects = live.map(({ subject }) => subject)
    if (send.kind === 'early') return { ...earlyContent(subjects), tag: send.tag }
    const isLate = !isFollowUp(send) && now > send.dueAt.getTime() + LATE_AFTER
    const tag = tagOf(subjects, new Set([send.tag]))
    return reminderContent(subjects, tag, { stage: send.stage ?? 0, isLate })
  }
  const settled = new Map(live.map((standing) => [standing.occurrence.slotId, standing]))
  return settledMessage(send, settled, standings, view).content
}
