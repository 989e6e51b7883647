import { foldSlot, settles, settlingEvents } from '#domain/doses/slot-outcome.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { claimed, dispatchOf, SETTLED_WITHIN, shownAt } from './claimed-sends.ts'
import { type Content, settledContent } from './content.ts'
import type { Receiver, SendRow } from './delivery.ts'
import type { Decision, PersonView } from './person-view.ts'
import { isSettled, type Standing } from './standing.ts'

/** Tells devices that were recently sent a slot that it has been settled elsewhere (R3.8), with one message per tag. */
export function tellSettled(
  standings: readonly Standing[],
  view: PersonView,
  now: number,
  newId: () => string,
  decision: Decision,
): void {
  const settled = new Map(standings.filter(isSettled).map((standing) => [standing.occurrence.slotId, standing]))
  if (settled.size === 0) return
  for (const to of view.subscriptions) {
    const own = view.sends.filter(({ subscriptionId }) => subscriptionId === to.id)
    for (const shown of lastShown(own, now)) {
      const isNews = (slotId: SlotId) =>
        settled.has(slotId) && !hasLogged(to, view.events.get(slotId) ?? []) && !wasTold(slotId, shown, own)
      const news = shown.slotIds.filter(isNews)
      if (news.length === 0) continue
      const { content, about } = settledMessage(shown, settled, standings, view)
      const send: SendRow = {
        ...claimed(view.userId, now),
        id: newId(),
        subscriptionId: to.id,
        kind: 'settled',
        tag: shown.tag,
        slotIds: about,
        stage: null,
        dueAt: new Date(now),
        expiresAt: new Date(tellUntil(shown)),
      }
      decision.note.push(send)
      decision.dispatches.push(dispatchOf(send, to, content, now))
    }
  }
}

/** A reminder may be withdrawn for 15 minutes, a notice before until its dose is due, and the reminder replaces it. */
const tellUntil = (send: SendRow): number =>
  send.kind === 'early' ? send.expiresAt.getTime() : shownAt(send) + SETTLED_WITHIN

/** Returns the newest message under each tag that the device was sent and may still show. */
function lastShown(own: readonly SendRow[], now: number): SendRow[] {
  const recent = own
    .filter(({ kind, outcome }) => (kind === 'reminder' || kind === 'early') && outcome === 'delivered')
    .filter((send) => tellUntil(send) > now)
    .sort((a, b) => shownAt(a) - shownAt(b))
  return [...new Map(recent.map((send) => [send.tag, send])).values()]
}

const wasTold = (slotId: SlotId, shown: SendRow, own: readonly SendRow[]): boolean =>
  own.some((send) => send.kind === 'settled' && send.slotIds.includes(slotId) && send.dueAt.getTime() >= shownAt(shown))

/** Returns whether the device logged it itself; in that case its own reminder is already gone. */
const hasLogged = ({ deviceId }: Receiver, events: readonly DoseEvent[]): boolean =>
  settlingEvents(events).some((event) => event.deviceId === deviceId)

export function settledMessage(
  shown: SendRow,
  settled: ReadonlyMap<SlotId, Standing>,
  standings: readonly Standing[],
  view: PersonView,
): { content: Content; about: SlotId[] } {
  const open = standings.filter(({ occurrence, start }) => start !== null && shown.slotIds.includes(occurrence.slotId))
  const isOpen = new Set(open.map(({ occurrence }) => occurrence.slotId))
  const about = shown.slotIds.filter((slotId) => !isOpen.has(slotId))
  const logged = about.flatMap((slotId) => {
    const outcome = settled.get(slotId)?.outcome ?? foldSlot(view.events.get(slotId) ?? [])
    return settles(outcome) ? [{ slotId, event: outcome.event }] : []
  })
  const content = settledContent(
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
  return { content, about }
}
