import type { Stage } from '#domain/reminders/alerts.ts'
import type { SendRow } from './delivery.ts'
import type { Decision, PersonView } from './person-view.ts'
import { dispatchOf, isFree, LATE_AFTER } from './ring-sends.ts'
import { isSettled, type Standing, stageAt, stageInstant } from './ring-standing.ts'
import { reminderWords, tagOf, type Words } from './ring-words.ts'
import { settledMessage } from './settled-elsewhere.ts'

/** Makes attempts once more whose claim or pause is over, and gives up those that nobody waits for any more (R3.1, R3.3). */
export function repeat(
  ringing: readonly Standing[],
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  decision: Decision,
): void {
  for (const send of view.sends) {
    if (send.outcome !== 'pending' || send.kind === 'test' || send.kind === 'visit') continue
    const to = view.subscriptions.find(({ id }) => id === send.subscriptionId)
    const live = to ? liveOf(send, ringing, standings, now) : []
    if (to && live.length > 0) {
      if (!isFree(send, now)) continue
      const words = wordsAgain(send, live, standings, view, now)
      decision.claimAgain.push({ id: send.id, claimedAt: new Date(now) })
      decision.dispatches.push(dispatchOf(send, to, words, now))
    } else if (isFree(send, now) || send.status !== null) {
      decision.close.push({ id: send.id, outcome: send.attempts > 0 ? 'failed' : 'expired' })
    }
  }
}

/** The slots of a pending send that it is still true of: at this very stage, or settled. */
function liveOf(send: SendRow, ringing: readonly Standing[], standings: readonly Standing[], now: number): Standing[] {
  const own = ({ ring }: Standing) => send.slotIds.includes(ring.slotId)
  if (send.kind === 'settled') {
    return now < send.expiresAt.getTime() ? standings.filter((standing) => own(standing) && isSettled(standing)) : []
  }
  return ringing.filter(
    (standing) =>
      own(standing) &&
      standing.start !== null &&
      stageInstant(standing.start, stageAt(standing.start, now)) === send.dueAt.getTime(),
  )
}

function wordsAgain(
  send: SendRow,
  live: readonly Standing[],
  standings: readonly Standing[],
  view: PersonView,
  now: number,
): Words {
  if (send.kind !== 'settled') {
    const subjects = live.map(({ subject }) => subject)
    const isLate = now > send.dueAt.getTime() + LATE_AFTER
    const tag = tagOf(subjects, new Set([send.tag]))
    return reminderWords(subjects, tag, { stage: (send.stage ?? 0) as Stage, isLate })
  }
  const settled = new Map(live.map((standing) => [standing.ring.slotId, standing]))
  return settledMessage(send, settled, standings, view).words
}
