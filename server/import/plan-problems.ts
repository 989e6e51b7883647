import { duplicateAppointment } from '#domain/commands/appointment-effects.ts'
import { circleRefusal, FOLLOWED_FIELD, inCircles } from '#domain/commands/follow-refusal.ts'
import { duplicateRefusal } from '#domain/commands/medication-effects.ts'
import { EXPORT_FILES } from '#domain/export/format.ts'
import { t } from '#domain/language/translate.ts'
import type { ImportProblem } from '#domain/protocol/import.ts'
import { type Appointment, appointmentKey } from '#domain/records/appointment.ts'
import { isActive, type Medication, medicineKey } from '#domain/records/medication.ts'
import type { Writer } from '../sync/writes.ts'
import type { Holdings } from './holdings.ts'
import type { Placed } from './placed.ts'

/**
 * Plans that follow each other in a circle, within the export or with what is here (additions, 1.1). One that follows a
 * medication that was deleted is imported as it is.
 */
export function followProblems(medications: readonly Placed<Medication>[], held: Holdings): ImportProblem[] {
  const circles = inCircles([...othersOf(held.medications, medications), ...medications.map(({ record }) => record)])
  return medications.flatMap(({ record, isThere, entry }) =>
    isThere || !circles.has(record.id)
      ? []
      : [{ file: EXPORT_FILES.medications, entry, field: FOLLOWED_FIELD, rule: circleRefusal(record).error }],
  )
}

/** Two active entries for the same medication would remind twice. If the export has two itself, they were intended. */
export function medicationProblems(
  medications: readonly Placed<Medication>[],
  held: Holdings,
  { user, now }: { user: Writer; now: number },
): ImportProblem[] {
  const active = othersOf(held.medications, medications).filter((other) => isActive(other, now, user.zone))
  // Grouped first: comparing thousands with thousands one by one would block the server for minutes.
  const others = Map.groupBy(active, medicineKey)
  return medications.flatMap(({ record, isThere, entry }) => {
    const isClash = !isThere && isActive(record, now, user.zone)
    const clash = isClash ? duplicateRefusal(record, others.get(medicineKey(record)) ?? [], now, user.zone) : null
    if (!clash) return []
    const rule = t('{error}. Delete or stop that one first.', { error: clash.error })
    return [{ file: EXPORT_FILES.medications, entry, field: 'name', rule }]
  })
}

export function appointmentProblems(appointments: readonly Placed<Appointment>[], held: Holdings): ImportProblem[] {
  const upcoming = othersOf(held.appointments, appointments).filter(({ isCompleted }) => !isCompleted)
  const others = Map.groupBy(upcoming, appointmentKey)
  return appointments.flatMap(({ record, isThere, entry }) => {
    const isClash = !isThere && !record.isCompleted
    const clash = isClash ? duplicateAppointment(record, others.get(appointmentKey(record)) ?? []) : null
    if (!clash) return []
    const rule = t('{error}. Delete that one first.', { error: clash.error })
    return [{ file: EXPORT_FILES.appointments, entry, field: 'doctorName', rule }]
  })
}

/** Returns what the account has that is not in the export. */
function othersOf<R extends { id: string }>(held: readonly R[], exported: readonly Placed<R>[]): R[] {
  const known = new Set(exported.map(({ record }) => record.id))
  return held.filter(({ id }) => !known.has(id))
}

export function fullness(kind: 'documents' | 'prescriptions', total: number, limit: number): ImportProblem[] {
  if (total <= limit) return []
  const counts = { most: String(limit), total: String(total) }
  const rule =
    kind === 'documents'
      ? t('An account holds {most} documents at most; with these it would be {total}.', counts)
      : t('An account holds {most} prescriptions at most; with these it would be {total}.', counts)
  return [{ file: EXPORT_FILES[kind], entry: null, field: null, rule }]
}
