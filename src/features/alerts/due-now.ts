import * as z from 'zod/mini'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { medicationIdSchema } from '#domain/lib/ids-schema.ts'
import { addDays, minutesOfDay } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import { type DueReminder as DueAnswer, dueReminder } from '#domain/protocol/reminders.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { DoseSlot } from '#domain/schedule/slots.ts'
import { evidenceOf } from '#src/sync/drain.ts'
import type { Transport } from '#src/sync/ports.ts'

/**
 * Sends GET /api/reminders/due-now with the wall time of the plan zone. Returns null if it fails: failures are silent
 * (specification, section 7), and local data gives its reminders anyway.
 */
export async function fetchDueNow(
  transport: Transport,
  user: string,
  now: number,
  zone: string,
): Promise<DueAnswer[] | null> {
  const minutes = minutesOfDay(localAt(now, zone).time)
  const path = `/api/reminders/due-now?hours=${Math.floor(minutes / 60)}&minutes=${minutes % 60}`
  const answer = evidenceOf(await transport.send({ method: 'GET', path }), user)
  if (answer?.status !== 200) return null
  const parsed = z.array(dueReminder).safeParse(answer.body)
  return parsed.success ? parsed.data : null
}

/**
 * Returns what the server considers due as doses of this device. Those whose slot cannot be determined are left out.
 */
export const viewsOfDue = (due: readonly DueAnswer[], now: number, zone: string): SlotView[] =>
  due.flatMap((reminder) => {
    const slot = slotOf(reminder, now, zone)
    return slot ? [openView(slot, reminder.medication)] : []
  })

/** Finds the slot with that id among the days around now, since the answer gives only a time of day. */
function slotOf(reminder: DueAnswer, now: number, zone: string): DoseSlot | null {
  const medication = medicationIdSchema.safeParse(reminder.medication.id)
  if (!medication.success) return null
  const today = localAt(now, zone).date
  for (const date of [today, addDays(today, -1), addDays(today, 1)]) {
    const id = slotIdOf(medication.data, date, reminder.reminderTime)
    const at = instantAt(date, reminder.reminderTime, zone)
    if (id === reminder.id) return { id, medicationId: medication.data, date, time: reminder.reminderTime, at }
  }
  return null
}

const openView = (slot: DoseSlot, { name, dosage }: { name: string; dosage: string }): SlotView => ({
  slot,
  name,
  dosage,
  instructions: '',
  outcome: { kind: 'open' },
  state: 'due',
  ringStart: slot.at,
  events: [],
  planned: true,
})

/**
 * Merges local reminders with the server's. For medications that this device knows or has a waiting write about, the
 * device is right: a dose it moved or deleted offline must not be announced at its old time.
 * @param knows whether this device knows the medication or has a write about it
 */
export function mergeViews(
  local: readonly SlotView[],
  remote: readonly SlotView[],
  knows: (medicationId: SlotView['slot']['medicationId']) => boolean,
): SlotView[] {
  return [...local, ...remote.filter(({ slot }) => !knows(slot.medicationId))]
}
