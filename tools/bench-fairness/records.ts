import { randomUUID } from 'node:crypto'
import type { DeviceId, DoseEventId, MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'

const MADE = Date.parse('2026-01-01T00:00:00Z')
const EIGHT = ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00'] as LocalTime[]

/** The longest text that instructions may have. */
export const LONG = 'Take with food and a full glass of water. '.repeat(48).slice(0, 2000)

/** A medication taken eight times a day, with the longest possible instructions. */
export function medicationOf(name: string): Medication {
  const plan = { schedule: { kind: 'daily' as const }, reminderTimes: EIGHT, startDate: null, endDate: null }
  const made = toInstant(MADE)
  return {
    id: randomUUID() as MedicationId,
    name,
    dosage: '500 mg',
    frequency: 'Eight times a day',
    instructions: LONG,
    important: false,
    ...plan,
    versions: [{ ...plan, effectiveFrom: made }],
    stoppedAt: null,
    createdAt: made,
    updatedAt: made,
  }
}

const DEVICE = '01900000-0000-7000-8000-000000000900' as DeviceId

/** A planned dose of it that was taken; a different slot for every place. */
export function doseOf({ id, name, dosage }: Pick<Medication, 'id' | 'name' | 'dosage'>, place: number): DoseEvent {
  const date = addDays('2026-01-02' as LocalDate, Math.floor(place / EIGHT.length) % 300)
  const time = EIGHT[place % EIGHT.length] as LocalTime
  const at = toInstant(MADE + DAY + (place % (300 * 24 * 60)) * 60_000)
  return {
    id: randomUUID() as DoseEventId,
    medicationId: id,
    slotId: slotIdOf(id, date, time),
    kind: 'taken',
    at,
    loggedAt: at,
    until: null,
    undoes: null,
    deviceId: DEVICE,
    deviceName: 'Bench',
    amount: null,
    unit: null,
    note: null,
    snapshot: { name, dosage, date, time },
  }
}
