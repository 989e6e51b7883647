import {
  type AppointmentChanges,
  addAppointment,
  changeAppointment,
  completeAppointment,
  completedRefusal,
  duplicateAppointment,
} from '#domain/commands/appointment-effects.ts'
import {
  APPOINTMENT_UNITS,
  countingAppointmentChanges,
  mergeAppointment,
  touchedAppointmentUnits,
} from '#domain/commands/appointment-origins.ts'
import { t } from '#domain/language/translate.ts'
import type { AppointmentId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { ok } from '#domain/lib/result.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { AddAppointmentBody, EditAppointmentBody } from '#domain/protocol/appointments.ts'
import { type Appointment, appointmentKey, upcomingAppointments } from '#domain/records/appointment.ts'
import type { Database } from '../db/database.ts'
import { appointments } from '../db/schema/records.ts'
import { forgetRecord, planAppointment } from '../occurrences/due-index.ts'
import { type RecordList, recordsOf } from '../records/record-list.ts'
import { refused } from '../sync/answer.ts'
import type { SyncState } from '../sync/state.ts'
import type { Writer } from '../sync/writes.ts'

/** Returns the ETag of the list: the database's epoch, the user and the list's version (docs/sync-spec.md, S3). */
export const appointmentsEtag = (epoch: string, user: Writer, state: SyncState): string =>
  `"${epoch}.${user.id}.${state.appointmentsVersion}"`

/** Returns all appointments of the user, oldest first. */
export const appointmentsOf = (db: Database, userId: string): Promise<Appointment[]> =>
  recordsOf(db, APPOINTMENTS, userId)

/** Returns upcoming appointments, the next one first: not completed, and today or later in the plan zone. */
export async function upcomingOf(db: Database, user: Writer, now: number): Promise<Appointment[]> {
  const today = localAt(now, user.zone).date
  const all = upcomingAppointments(await appointmentsOf(db, user.id))
  return all.filter(({ appointmentDate }) => appointmentDate >= today)
}

/**
 * Returns what a PATCH changes in the record. Date and time are one unit: if only one is given, it is combined with the
 * record's other one.
 */
function changesOf(before: Appointment, body: EditAppointmentBody): AppointmentChanges {
  const { appointmentDate, appointmentTime, isCompleted: _completes, editedAt: _then, ...changes } = body
  if (appointmentDate === undefined && appointmentTime === undefined) return changes
  return {
    ...changes,
    when: {
      appointmentDate: appointmentDate ?? before.appointmentDate,
      appointmentTime: appointmentTime ?? before.appointmentTime,
    },
  }
}

const CONTENT = [
  'doctorName',
  'specialty',
  'location',
  'notes',
  'phoneNumber',
  'appointmentDate',
  'appointmentTime',
  'remindBefore',
] as const

/** The list of appointments (record-list.ts). */
export const APPOINTMENTS: RecordList<Appointment, AddAppointmentBody, EditAppointmentBody> = {
  name: 'appointments',
  kind: 'appointment',
  table: appointments,
  get notFound() {
    return refused(404, 'not_found', t('This appointment is not in your list.'))
  },
  get gone() {
    return refused(410, 'appointment_gone', t('This appointment was deleted on another device.'))
  },
  listed: (record) => record,
  create({ allowDuplicate: _asked, id, ...rest }, now) {
    return ok(addAppointment({ ...rest, id: id as AppointmentId }, now))
  },
  contentOf: (record) => JSON.stringify(CONTENT.map((field) => record[field])),
  likenessOf: appointmentKey,
  clash: duplicateAppointment,
  /** Marking it as completed once more is not an edit (specification, section 4; readings, Appointments). */
  objection(before, { isCompleted, editedAt: _then, ...fields }) {
    const isRepetition = isCompleted === true && Object.keys(fields).length === 0
    return isRepetition ? null : completedRefusal(before)
  },
  edit({ record, origins }, body, { now, countingFrom }) {
    const all = changesOf(record, body)
    const changes = countingFrom === undefined ? all : countingAppointmentChanges(all, origins, countingFrom)
    const edited = changeAppointment(record, changes, body.editedAt ?? toInstant(now), now)
    return ok({
      record: body.isCompleted ? completeAppointment(edited, now) : edited,
      units: touchedAppointmentUnits(changes),
    })
  },
  merge: ({ record, origins }, given, seq) => mergeAppointment(record, origins, given, seq),
  unitsOf: () => APPOINTMENT_UNITS,
  plan: planAppointment,
  reference: async () => null,
  forget: forgetRecord,
}
