import { type DeviceId, type DoseEventId, type IdSource, type MedicationId, newId } from '#domain/lib/ids.ts'
import { type Instant, msOf, toInstant } from '#domain/lib/instant.ts'
import { addDays, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { DoseKind, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'

/** A medication of the bench: taken every day at these times. */
export interface BenchMedication {
  id: MedicationId
  name: string
  dosage: string
  reminderTimes: LocalTime[]
}

const TIMES = [
  ['08:00', '18:00'],
  ['08:00', '21:00'],
  ['13:00', '21:00'],
] as LocalTime[][]

const NAMES = ['Perindopril', 'Metformin XR', 'Apixaban', 'Atorvastatin', 'Panadol Osteo', 'Ramipril']

/** Twelve medications with two doses a day each: a patient well looked after by several doctors. */
export function benchMedications(): BenchMedication[] {
  return Array.from({ length: 12 }, (_, index) => ({
    id: crypto.randomUUID() as MedicationId,
    name: `${NAMES[index % NAMES.length]} ${index + 1}`,
    dosage: `${5 * (index + 1)} mg, 1 tablet`,
    reminderTimes: TIMES[index % TIMES.length] ?? [],
  }))
}

/** Earlier than any log of the bench. */
export const LONG_AGO = '2003-01-01T00:00:00.000Z' as Instant

/** Returns the medication as a device holds it. */
export function recordOf({ id, name, dosage, reminderTimes }: BenchMedication): Medication {
  const plan = { schedule: { kind: 'daily' as const }, reminderTimes, startDate: null, endDate: null }
  return {
    id,
    name,
    dosage,
    frequency: 'twice daily',
    instructions: 'With water',
    ...plan,
    versions: [{ ...plan, effectiveFrom: LONG_AGO }],
    stoppedAt: null,
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
  }
}

const KINDS: readonly { kind: DoseKind; note: string | null }[] = [
  ...Array.from({ length: 18 }, () => ({ kind: 'taken' as const, note: null })),
  { kind: 'taken', note: 'With breakfast' },
  { kind: 'skipped', note: 'Felt sick' },
]

const DEVICES = [
  { deviceId: crypto.randomUUID() as DeviceId, deviceName: 'Chrome on Android' },
  { deviceId: crypto.randomUUID() as DeviceId, deviceName: 'Safari on iPad' },
]

/**
 * Returns `count` doses as a server sends its log: every planned dose up to `until` (ms), each logged within twenty
 * minutes of its time, the oldest first. The ids are UUIDv7 with random bits, as devices make them: what does not
 * compress in real life does not compress here.
 */
export function loggedEvents(
  medications: readonly BenchMedication[],
  count: number,
  until: number,
  zone: string,
  firstSeq = 1,
): LoggedDoseEvent[] {
  const newest: LoggedDoseEvent[] = []
  for (let date = localAt(until, zone).date; newest.length < count; date = addDays(date, -1)) {
    newest.push(...dayOf(medications, date, zone).filter((event) => msOf(event.at) < until))
  }
  return newest
    .slice(0, count)
    .reverse()
    .map((event, index) => ({ ...event, seq: firstSeq + index }))
}

/** Returns the doses of one date, the last one first. */
function dayOf(medications: readonly BenchMedication[], date: LocalDate, zone: string): LoggedDoseEvent[] {
  const instants = new Map<LocalTime, number>()
  const events = medications.flatMap((medication) =>
    medication.reminderTimes.map((time) => {
      const planned = instants.get(time) ?? instantAt(date, time, zone)
      instants.set(time, planned)
      return eventOf(medication, date, time, planned)
    }),
  )
  return events.sort((one, other) => (one.at < other.at ? 1 : -1))
}

function eventOf(
  { id: medicationId, name, dosage }: BenchMedication,
  date: LocalDate,
  time: LocalTime,
  planned: number,
): LoggedDoseEvent {
  const at = planned + Math.floor(Math.random() * 20 * 60_000)
  const source: IdSource = {
    now: () => at,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  }
  const { kind, note } = KINDS[Math.floor(Math.random() * KINDS.length)] ?? { kind: 'taken', note: null }
  const device = DEVICES[Math.random() < 0.8 ? 0 : 1]
  return {
    id: newId<DoseEventId>(source),
    medicationId,
    slotId: slotIdOf(medicationId, date, time),
    kind,
    at: toInstant(at),
    loggedAt: toInstant(at),
    until: null,
    undoes: null,
    deviceId: device?.deviceId ?? (crypto.randomUUID() as DeviceId),
    deviceName: device?.deviceName ?? '',
    amount: null,
    unit: null,
    note,
    snapshot: { name, dosage, date, time },
    seq: 0,
    receivedAt: toInstant(at + 200 + Math.floor(Math.random() * 3000)),
  }
}

/**
 * Returns one text for a log, whatever the order of its fields and rows: two logs with the same text hold the same
 * doses.
 */
export async function digestOf(events: readonly LoggedDoseEvent[]): Promise<string> {
  const lines = events.map((event) =>
    [event.seq, event.id, event.medicationId, event.slotId, event.kind, event.at, event.receivedAt, event.note].join(
      '|',
    ),
  )
  const bytes = new TextEncoder().encode(lines.sort().join('\n'))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
