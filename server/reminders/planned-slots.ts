import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { datesFrom, type LocalDate } from '#domain/lib/local-time.ts'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import { countFromLog, datesBeside, eventsFor } from '#domain/schedule/counting.ts'
import { doseLogOf } from '#domain/schedule/dose-log.ts'
import { byTime } from '#domain/schedule/slots.ts'
import type { Database } from '../db/database.ts'
import { medicationsOf } from '../medications/medications.ts'
import { pauses } from '../platform/turns.ts'
import { eventsOfDates } from '../sync/dose-rows.ts'
import type { Writer } from '../sync/writes.ts'

/**
 * Returns the doses of these dates (both included) as every device computes them, by instant, then by medication id
 * (additions, 1.4): the planned ones, and those that only the log knows.
 * @param asked.now milliseconds since the epoch
 */
export async function plannedSlots(
  db: Database,
  asked: { user: Writer; now: number },
  dates: { from: LocalDate; to: LocalDate },
): Promise<PlanSlot[]> {
  return (await plannedViews(db, asked, dates)).map(planSlotOf)
}

/** Returns the same doses with their names and what the log says of them. */
export async function plannedViews(
  db: Database,
  { user, now }: { user: Writer; now: number },
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<SlotView[]> {
  const { zone } = user
  const medications = await medicationsOf(db, user.id)
  const dates = [...datesFrom(from, to), ...datesBeside({ from, to }, medications)]
  const rows = await eventsOfDates(db, user.id, dates, countFromLog(medications))
  const eventsOf = Map.groupBy(rows, ({ medicationId }) => medicationId)
  const views: SlotView[] = []
  const pause = pauses()
  for (const medication of medications) {
    const events = eventsOf.get(medication.id) ?? []
    const log = doseLogOf({ medications: [medication], events: eventsFor(medication, eventsOf) })
    const { slots } = doseViews({ medications: [medication], events, log, from, to, zone, now })
    // One that waits is shown today, but it is of its own date.
    views.push(...slots.filter(({ slot }) => slot.date >= from))
    await pause()
  }
  return views.sort((a, b) => byTime(a.slot, b.slot))
}

const planSlotOf = ({ slot, state }: SlotView): PlanSlot => ({
  slotId: slot.id,
  medicationId: slot.medicationId,
  date: slot.date,
  time: slot.time,
  at: toInstant(slot.at),
  amount: slot.plannedAmount?.amount ?? null,
  unit: slot.plannedAmount?.unit ?? null,
  state,
})
