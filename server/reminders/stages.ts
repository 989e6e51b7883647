import { DROPPED_AFTER, STAGES, type Stage } from '#domain/reminders/alerts.ts'
import { claimed, dispatchOf, isFree, LATE_AFTER } from './claimed-sends.ts'
import { type Content, minuteTag, reminderContent, tagOf } from './content.ts'
import type { Receiver, SendRow } from './delivery.ts'
import type { Decision, PersonView } from './person-view.ts'
import { type Standing, stageAt, stageInstant } from './standing.ts'

/** Returns whether this stage was recorded before, by this occurrence or by an earlier one with the same start. */
export function isNoted({ occurrence, start }: Standing, stage: number, sends: readonly SendRow[]): boolean {
  if (start === null) return true
  if (occurrence.sentStart?.getTime() === start && (occurrence.sentStage ?? NONE) >= stage) return true
  // Before the dose was moved, another stage or a notice before may have fallen on the same instant.
  const at = stageInstant(start, stage)
  return sends.some(
    (send) => send.stage === stage && send.dueAt.getTime() === at && send.slotIds.includes(occurrence.slotId),
  )
}

/** Before any stage. */
const NONE = Number.NEGATIVE_INFINITY

interface Group {
  standings: Standing[]
  start: number
  stage: Stage
}

/** R3.2: planned for the same minute and at the same stage. */
function groupsOf(standings: readonly Standing[], stagesOf: (standing: Standing) => Stage[]): Group[] {
  const groups = new Map<string, Group>()
  for (const standing of standings) {
    if (standing.start === null) continue
    for (const stage of stagesOf(standing)) {
      const { date, time } = standing.subject
      const key = `${date} ${time} ${standing.start} ${stage}`
      const group = groups.get(key)
      if (group) group.standings.push(standing)
      else groups.set(key, { standings: [standing], start: standing.start, stage })
    }
  }
  return [...groups.values()]
}

/** Records the current stage of due occurrences, one message per group and device, and dispatches it. */
export function announce(
  due: readonly Standing[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  const groups = groupsOf(due, (standing) => {
    const stage = stageAt(standing.start ?? now, now)
    return isNoted(standing, stage, view.sends) ? [] : [stage]
  })
  for (const group of groups) {
    const isLate = now > stageInstant(group.start, group.stage) + LATE_AFTER
    const content = contentOf(group, view, isLate)
    sendToAll(reminderSend(group, content, view.userId, now), content, view, now, newId, decision)
  }
}

/** Records a message for each device, and dispatches it. */
export function sendToAll(
  blank: Blank,
  content: Content,
  { subscriptions, sends }: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  for (const to of subscriptions) {
    const waits = waitingRetry(to, sends, now)
    const send: SendRow = {
      ...blank,
      id: newId(),
      subscriptionId: to.id,
      // If a push service has asked us to wait, that applies to the next stage too.
      ...(waits ? { claimedAt: waits.claimedAt, attempts: waits.attempts, status: waits.status } : {}),
    }
    decision.note.push(send)
    if (!waits) decision.dispatches.push(dispatchOf(send, to, content, now))
  }
}

/** Records stages that passed without being sent (R3.4), for every device subscribed at that time. */
export function expire(
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  if (!view.allowed) return
  const known = [...view.sends, ...view.earlierSends]
  const groups = groupsOf(standings, (standing) => {
    const start = standing.start ?? now
    const isOver = now >= start + DROPPED_AFTER
    const current = stageAt(start, now)
    return STAGES.filter((stage) => stageInstant(start, stage) <= now && (isOver || stage < current)).filter(
      (stage) => !isNoted(standing, stage, known),
    )
  })
  for (const group of groups) {
    const content = contentOf(group, view, false)
    for (const { id: subscriptionId, createdAt } of view.subscriptions) {
      if (createdAt.getTime() > group.start) continue
      const send = reminderSend(group, content, view.userId, now)
      decision.note.push({ ...send, id: newId(), subscriptionId, outcome: 'expired' })
    }
  }
}

/** Returns the failed send to this device whose next attempt has to wait. */
export const waitingRetry = (to: Receiver, sends: readonly SendRow[], now: number): SendRow | undefined =>
  sends.find(
    (send) => send.subscriptionId === to.id && send.outcome === 'pending' && send.status !== null && !isFree(send, now),
  )

type Blank = Omit<SendRow, 'id' | 'subscriptionId'>

function reminderSend({ start, stage }: Group, { tag, slotIds }: Content, userId: string, now: number): Blank {
  return {
    ...claimed(userId, now),
    kind: 'reminder',
    tag,
    slotIds,
    stage,
    dueAt: new Date(stageInstant(start, stage)),
    expiresAt: new Date(start + DROPPED_AFTER),
  }
}

function contentOf({ standings, stage }: Group, { sends }: PersonView, isLate: boolean): Content {
  const subjects = standings.map(({ subject }) => subject)
  const isAnnounced = standings.some(({ notices }) => notices?.headsUp != null)
  const shown = new Set([...sends.map(({ tag }) => tag), ...(isAnnounced ? [minuteTag(subjects)] : [])])
  return reminderContent(subjects, tagOf(subjects, shown), { stage, isLate })
}
