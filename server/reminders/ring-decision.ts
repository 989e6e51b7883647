import { doseViews } from '#domain/doses/dose-views.ts'
import { foldSlot, type SlotOutcome, settlingEvents } from '#domain/doses/slot-outcome.ts'
import { ringStart } from '#domain/doses/slot-state.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import { type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { DROPPED_AFTER, STAGES, type Stage } from '#domain/reminders/alerts.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import type { reminderRings } from '../db/schema/index.ts'
import { CLAIM, type Dispatch, type SendRow, type SubscriptionRow } from './delivery.ts'
import { reminderWords, type Subject, settledWords, tagOf, type Words } from './ring-words.ts'

export type RingRow = typeof reminderRings.$inferSelect

/** Everything that is known of one person whose rings are looked at. */
export interface PersonView {
  userId: string
  /** All of their rings. */
  rings: readonly RingRow[]
  /** The plan zone. */
  zone: string
  /** Whether they may use health data now (R3.6). */
  allowed: boolean
  subscriptions: readonly SubscriptionRow[]
  medications: ReadonlyMap<string, Medication>
  /** The log of the days of their rings, by slot. */
  events: ReadonlyMap<SlotId, readonly DoseEvent[]>
  /** What was sent to them for instants of the last three quarters of an hour. */
  sends: readonly SendRow[]
}

/** What follows from looking. Its sends are noted in the transaction that looked; the dispatches go out after it. */
export interface Decision {
  note: SendRow[]
  /** Sends that are claimed once more. */
  claimAgain: Pick<SendRow, 'id' | 'claimedAt'>[]
  close: { id: string; outcome: 'expired' | 'failed' }[]
  keep: RingRow[]
  drop: SlotId[]
  dispatches: Dispatch[]
}

/** How soon a slot that settled while its reminder was on its way is looked at again, to tell the device. */
const IN_FLIGHT = 5_000
/** A stage later than this says so (R3.4). */
const LATE_AFTER = MINUTE
/** For this long after a reminder was sent, its device hears that the dose settled (R3.8). */
export const SETTLED_WITHIN = 15 * MINUTE

interface Standing {
  ring: RingRow
  subject: Subject
  outcome: SlotOutcome
  /** When its ring starts (ms); null when nothing rings any more: settled, not planned, stopped, deleted. */
  start: number | null
}

/**
 * Looks at all rings of a person (R2.3): what has to be sent, repeated, given up, and when to look again. Depends on nothing
 * but what it is given, and doing it twice sends nothing twice: what was noted is in `sends`.
 * @param newId makes the id of a send
 */
export function decide(view: PersonView, now: number, newId: () => string): Decision {
  const decision: Decision = { note: [], claimAgain: [], close: [], keep: [], drop: [], dispatches: [] }
  const standings = view.rings.map((ring) => standingOf(ring, view))
  const ringing = view.allowed ? standings.filter((standing) => isRinging(standing, view, now)) : []
  announce(ringing, view, now, newId, decision)
  expire(standings, view, now, newId, decision)
  tellSettled(standings, view, now, newId, decision)
  repeat(ringing, standings, view, now, decision)
  for (const standing of standings) settleRing(standing, ringing.includes(standing), view, now, decision)
  return decision
}

function standingOf(ring: RingRow, { medications, events, zone }: PersonView): Standing {
  const { medicationId, slotId } = ring
  const [date, time] = [ring.date as LocalDate, ring.time as LocalTime]
  const medication = medications.get(medicationId)
  const outcome = foldSlot(events.get(slotId) ?? [])
  const at = instantAt(date, time, zone)
  const settling = outcome.kind === 'taken' || outcome.kind === 'skipped' ? outcome.event.snapshot : null
  const subject = {
    slotId,
    name: settling?.name ?? medication?.name ?? '',
    dosage: settling?.dosage ?? medication?.dosage ?? '',
    date,
    time,
  }
  const rings =
    !settling &&
    medication !== undefined &&
    medication.stoppedAt === null &&
    planSlots(medication, { from: at, to: at + 1 }, zone).some(({ id }) => id === slotId) &&
    !isAnswered(ring, medication, { events, zone })
  return {
    ring: { ...ring, slotAt: new Date(at) },
    subject,
    outcome,
    start: rings ? ringStart({ at }, outcome) : null,
  }
}

/** Whether a dose that was logged under another plan stands for it (R1.5). Looked at only where that day has other entries. */
function isAnswered(
  { slotId, date }: RingRow,
  medication: Medication,
  { events, zone }: Pick<PersonView, 'events' | 'zone'>,
): boolean {
  const ofDay = [...events.values()].flat().filter(isOfDay(medication.id, date))
  if (ofDay.every((event) => event.slotId === slotId)) return false
  const [from, to] = [date as LocalDate, date as LocalDate]
  const { slots } = doseViews({ medications: [medication], events: ofDay, from, to, zone, now: 0 })
  return !slots.some(({ slot }) => slot.id === slotId)
}

const isOfDay =
  (medicationId: string, date: string) =>
  ({ medicationId: of, snapshot }: DoseEvent): boolean =>
    of === medicationId && snapshot.date === date

const isSettled = ({ outcome }: Standing): boolean => outcome.kind === 'taken' || outcome.kind === 'skipped'

/** Whether a stage of it may be sent now. Nothing is, of slots from before the first subscription. */
function isRinging({ start, ring }: Standing, { subscriptions }: PersonView, now: number): boolean {
  if (start === null || now < start || now >= start + DROPPED_AFTER) return false
  return ring.sentStart !== null || subscriptions.some(({ createdAt }) => createdAt.getTime() <= start)
}

const stageAt = (start: number, now: number): Stage =>
  STAGES.findLast((stage) => now >= start + stage * MINUTE) ?? 0

const stageInstant = (start: number, stage: Stage): number => start + stage * MINUTE

/** Whether that stage was noted before, by this ring or by an earlier one of the same start. */
function isNoted({ ring, start }: Standing, stage: Stage, sends: readonly SendRow[]): boolean {
  if (start === null) return true
  if (ring.sentStart?.getTime() === start && (ring.sentStage ?? -1) >= stage) return true
  const at = stageInstant(start, stage)
  return sends.some(
    (send) => send.kind === 'reminder' && send.dueAt.getTime() === at && send.slotIds.includes(ring.slotId),
  )
}

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

/** Notes the current stage of what rings, one message for each group and device, and dispatches it. */
function announce(
  ringing: readonly Standing[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  const groups = groupsOf(ringing, (standing) => {
    const stage = stageAt(standing.start ?? now, now)
    return isNoted(standing, stage, view.sends) ? [] : [stage]
  })
  for (const group of groups) {
    const isLate = now > stageInstant(group.start, group.stage) + LATE_AFTER
    const words = wordsOf(group, view, isLate)
    for (const to of view.subscriptions) {
      const waits = waitingRetry(to, view.sends, now)
      const send: SendRow = {
        ...reminderSend(group, words, view.userId, now),
        id: newId(),
        subscriptionId: to.id,
        // What a push service asked to wait for binds the next stage too.
        ...(waits ? { claimedAt: waits.claimedAt, attempts: waits.attempts, status: waits.status } : {}),
      }
      decision.note.push(send)
      if (!waits) decision.dispatches.push(dispatchOf(send, to, words, now))
    }
  }
}

/** The failed send to that device whose next attempt has to wait. */
const waitingRetry = (to: SubscriptionRow, sends: readonly SendRow[], now: number): SendRow | undefined =>
  sends.find(
    (send) =>
      send.subscriptionId === to.id &&
      send.outcome === 'pending' &&
      send.status !== null &&
      !isFree(send, now),
  )

/** Whether the attempt's server had its time (R3.1), or the pause after a failed attempt is over. */
const isFree = ({ claimedAt }: Pick<SendRow, 'claimedAt'>, now: number): boolean =>
  claimedAt.getTime() + CLAIM <= now

type Blank = Omit<SendRow, 'id' | 'subscriptionId'>

function reminderSend({ start, stage }: Group, { tag, slotIds }: Words, userId: string, now: number): Blank {
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

const claimed = (userId: string, now: number) => ({
  userId,
  claimedAt: new Date(now),
  attempts: 0,
  outcome: 'pending' as const,
  status: null,
  sentAt: null,
  shownAt: null,
})

function wordsOf({ standings, stage }: Group, { sends }: PersonView, isLate: boolean): Words {
  const subjects = standings.map(({ subject }) => subject)
  return reminderWords(subjects, tagOf(subjects, new Set(sends.map(({ tag }) => tag))), { stage, isLate })
}

const dispatchOf = (
  { id, userId, attempts, expiresAt }: SendRow,
  to: SubscriptionRow,
  words: Words,
  now: number,
): Dispatch => ({
  to,
  message: { id, user: userId, ...words },
  attempts,
  claimedAt: now,
  expiresAt: expiresAt.getTime(),
})

/** Notes stages whose time passed without anybody sending them (R3.4), for every device that was there then. */
function expire(
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  if (!view.allowed) return
  const groups = groupsOf(standings, (standing) => {
    const start = standing.start ?? now
    const isOver = now >= start + DROPPED_AFTER
    const current = stageAt(start, now)
    return STAGES.filter((stage) => stageInstant(start, stage) <= now && (isOver || stage < current)).filter(
      (stage) => !isNoted(standing, stage, view.sends),
    )
  })
  for (const group of groups) {
    const words = wordsOf(group, view, false)
    for (const { id: subscriptionId, createdAt } of view.subscriptions) {
      if (createdAt.getTime() > group.start) continue
      const send = reminderSend(group, words, view.userId, now)
      decision.note.push({ ...send, id: newId(), subscriptionId, outcome: 'expired' })
    }
  }
}

/** Tells devices that were sent a slot of late that it settled elsewhere (R3.8), one message for each tag. */
function tellSettled(
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  const settled = new Map(standings.filter(isSettled).map((standing) => [standing.ring.slotId, standing]))
  if (settled.size === 0) return
  for (const to of view.subscriptions) {
    const own = view.sends.filter(({ subscriptionId }) => subscriptionId === to.id)
    for (const shown of lastShown(own, now)) {
      const isNews = (slotId: SlotId) =>
        settled.has(slotId) && !hasLogged(to, view.events.get(slotId) ?? []) && !wasTold(slotId, shown, own)
      const news = shown.slotIds.filter(isNews)
      if (news.length === 0) continue
      const { words, about } = settledMessage(shown, settled, standings, view)
      const send: SendRow = {
        ...claimed(view.userId, now),
        id: newId(),
        subscriptionId: to.id,
        kind: 'settled',
        tag: shown.tag,
        slotIds: about,
        stage: null,
        dueAt: new Date(now),
        expiresAt: new Date(shownAt(shown) + SETTLED_WITHIN),
      }
      decision.note.push(send)
      decision.dispatches.push(dispatchOf(send, to, words, now))
    }
  }
}

const shownAt = ({ sentAt, dueAt }: SendRow): number => (sentAt ?? dueAt).getTime()

/** The newest reminder under each tag that the device was sent within the last 15 minutes. */
function lastShown(own: readonly SendRow[], now: number): SendRow[] {
  const recent = own
    .filter(({ kind, outcome }) => kind === 'reminder' && outcome === 'delivered')
    .filter((send) => shownAt(send) > now - SETTLED_WITHIN)
    .sort((a, b) => shownAt(a) - shownAt(b))
  return [...new Map(recent.map((send) => [send.tag, send])).values()]
}

const wasTold = (slotId: SlotId, shown: SendRow, own: readonly SendRow[]): boolean =>
  own.some(
    (send) =>
      send.kind === 'settled' && send.slotIds.includes(slotId) && send.dueAt.getTime() >= shownAt(shown),
  )

/** Whether the device logged it itself: its own reminder is gone already. */
const hasLogged = ({ deviceId }: SubscriptionRow, events: readonly DoseEvent[]): boolean =>
  settlingEvents(events).some((event) => event.deviceId === deviceId)

function settledMessage(
  shown: SendRow,
  settled: ReadonlyMap<SlotId, Standing>,
  standings: readonly Standing[],
  view: PersonView,
): { words: Words; about: SlotId[] } {
  const open = standings.filter(({ ring, start }) => start !== null && shown.slotIds.includes(ring.slotId))
  const isOpen = new Set(open.map(({ ring }) => ring.slotId))
  const about = shown.slotIds.filter((slotId) => !isOpen.has(slotId))
  const logged = about.flatMap((slotId) => {
    const outcome = settled.get(slotId)?.outcome ?? foldSlot(view.events.get(slotId) ?? [])
    return outcome.kind === 'taken' || outcome.kind === 'skipped' ? [{ slotId, event: outcome.event }] : []
  })
  const words = settledWords(
    shown.tag,
    logged.map(({ slotId, event: { snapshot } }) => ({
      slotId,
      name: snapshot.name,
      dosage: snapshot.dosage,
      date: snapshot.date as LocalDate,
      time: snapshot.time as LocalTime,
    })),
    open.map(({ subject }) => subject),
    Math.max(...logged.map(({ event }) => msOf(event.at))),
    view.zone,
  )
  return { words, about }
}

/** Makes attempts once more whose claim or pause is over, and gives up those that nobody waits for any more (R3.1, R3.3). */
function repeat(
  ringing: readonly Standing[],
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  decision: Decision,
): void {
  for (const send of view.sends) {
    if (send.outcome !== 'pending' || send.kind === 'test') continue
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
function liveOf(
  send: SendRow,
  ringing: readonly Standing[],
  standings: readonly Standing[],
  now: number,
): Standing[] {
  const own = ({ ring }: Standing) => send.slotIds.includes(ring.slotId)
  if (send.kind === 'settled') {
    return now < send.expiresAt.getTime()
      ? standings.filter((standing) => own(standing) && isSettled(standing))
      : []
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

/** What becomes of the ring: kept until it has to be looked at next, or dropped. */
function settleRing(
  standing: Standing,
  isRingingNow: boolean,
  view: PersonView,
  now: number,
  decision: Decision,
): void {
  const { ring, start } = standing
  const next = nextLook(standing, isRingingNow, view, now, decision)
  if (next === null) {
    decision.drop.push(ring.slotId)
    return
  }
  const isSent = isRingingNow || (start !== null && now >= start)
  const sent =
    isSent && start !== null
      ? { sentStart: new Date(start), sentStage: stageAt(start, now) }
      : { sentStart: ring.sentStart, sentStage: ring.sentStage }
  decision.keep.push({ ...ring, ...sent, lookAt: new Date(next) })
}

/** When to look at a ring again (ms); null when never. */
function nextLook(
  { start, ring, outcome }: Standing,
  isRingingNow: boolean,
  { sends, subscriptions }: PersonView,
  now: number,
  { note, close }: Decision,
): number | null {
  if (start !== null && now < start) return start
  const nextStage = STAGES.find((stage) => start !== null && stageInstant(start, stage) > now)
  if (isRingingNow && start !== null) {
    return nextStage === undefined ? start + DROPPED_AFTER : stageInstant(start, nextStage)
  }
  if (subscriptions.length === 0) return null
  const closed = new Set(close.map(({ id }) => id))
  const own = [...sends, ...note].filter(({ slotIds }) => slotIds.includes(ring.slotId))
  const open = own.filter(({ id, outcome: what }) => what === 'pending' && !closed.has(id))
  if (open.length > 0) return now + IN_FLIGHT
  // Once more when a settling dose would not be news to any device; until then it is told.
  if (start === null || outcome.kind === 'taken' || outcome.kind === 'skipped') return null
  const shown = own.filter((send) => send.kind === 'reminder' && send.outcome === 'delivered').map(shownAt)
  const until = Math.max(...shown, 0) + SETTLED_WITHIN
  return until > now ? until : null
}
