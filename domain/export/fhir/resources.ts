import { settles } from '../../doses/slot-outcome.ts'
import { takenOf } from '../../doses/taken-amount.ts'
import { msOf, toInstant } from '../../lib/instant.ts'
import { HOUR } from '../../lib/local-time.ts'
import { instantAt, localAt } from '../../lib/zone.ts'
import type { Appointment } from '../../records/appointment.ts'
import type { MedicalDocument } from '../../records/document.ts'
import { DOCUMENT_TYPE_LABELS } from '../../records/document.ts'
import type { DoseEvent } from '../../records/dose-event.ts'
import { isActive, type Medication } from '../../records/medication.ts'
import type { NamedMedicine } from '../../schedule/days-text.ts'
import { pauseAt } from '../../schedule/pauses.ts'
import { lastDateOf } from '../../schedule/timetable.ts'
import { dosagesOf, limitSentence } from './dosages.ts'
import { quantityOf } from './quantity.ts'
import { given, narrative, type Reference, type Resource, referenceTo, textOrNull } from './shapes.ts'

/** Whose record is exported. */
export interface ExportedPerson {
  id: string
  /** As the app shows it; an account may have none. */
  name: string
  firstName?: string | null
  lastName?: string | null
  email?: string | null
  /** A local date, if it is known. */
  dateOfBirth?: string | null
  /** The plan zone. */
  zone: string
}

/** Returns the Patient. */
export function patientOf({ id, name, firstName, lastName, email, dateOfBirth }: ExportedPerson): Resource {
  const human = given({
    text: textOrNull(name),
    family: textOrNull(lastName ?? ''),
    given: [textOrNull(firstName ?? '')].filter((part) => part !== null),
  })
  return given({
    resourceType: 'Patient',
    id,
    name: Object.keys(human).length > 0 ? [human] : [],
    telecom: email ? [{ system: 'email', value: email }] : [],
    birthDate: dateOfBirth,
  }) as Resource
}

interface Whose {
  person: ExportedPerson
  /** The instant of the export, ms. */
  now: number
}

/** Returns a medication as a MedicationStatement: what somebody says they take, and how. */
export function statementOf(
  medication: Medication,
  others: readonly NamedMedicine[],
  { person, now }: Whose,
): Resource {
  const end = medication.stoppedAt ? localAt(msOf(medication.stoppedAt), person.zone).date : lastDateOf(medication)
  const written = [medication.dosage, medication.frequency].flatMap((text) => textOrNull(text) ?? [])
  const limit = limitSentence(medication)
  return given({
    resourceType: 'MedicationStatement',
    id: medication.id,
    text: narrative([medication.name, ...written, limit].filter((text) => text !== '').join(', ')),
    status: statusOf(medication, now, person.zone),
    medicationCodeableConcept: { text: medicineText(medication) },
    subject: referenceTo('Patient', person.id),
    effectivePeriod: periodOf(medication.startDate, end),
    dateAsserted: medication.updatedAt,
    informationSource: referenceTo('Patient', person.id),
    note: [...written, ...(limit === '' ? [] : [limit])].map((text) => ({ text })),
    dosage: dosagesOf(medication, others),
  }) as Resource
}

function statusOf(medication: Medication, now: number, zone: string): string {
  const { stoppedAt, startDate, pauses } = medication
  if (stoppedAt) return 'stopped'
  if (!isActive(medication, now, zone)) return 'completed'
  const today = localAt(now, zone).date
  if (startDate !== null && startDate > today) return 'intended'
  return pauseAt(pauses, today) ? 'on-hold' : 'active'
}

/** FHIR wants no end before its start, which a record may have: then the end is left out. */
function periodOf(start: string | null, end: string | null): object | null {
  if (start === null && end === null) return null
  return given({ start, end: start !== null && end !== null && end < start ? null : end })
}

function medicineText({ name, strength }: Pick<Medication, 'name' | 'strength'>): string {
  const named = textOrNull(name) ?? 'Medicine'
  return strength ? `${named} ${strength.amount} ${strength.unit} per ${strength.per}` : named
}

type LoggedDose = Omit<DoseEvent, 'kind'> & { kind: 'taken' | 'skipped'; by?: { name: string } | undefined }

/** Returns whether the event is one that a MedicationAdministration is made of: a dose taken or skipped. */
export const isAdministration = (event: DoseEvent): event is LoggedDose => settles(event)

/**
 * Returns a logged dose as a MedicationAdministration.
 * @param isKnown whether its medication is in the bundle; it may have been deleted since
 */
export function administrationOf(event: LoggedDose, isKnown: boolean, { person }: Whose): Resource {
  const { snapshot } = event
  const taken = takenOf(event)
  const label = [snapshot.name, snapshot.dosage].flatMap((text) => textOrNull(text) ?? []).join(' ')
  const planned = snapshot.date && snapshot.time ? `Planned for ${snapshot.date} ${snapshot.time}.` : ''
  const performer: { actor: Reference }[] = event.by ? [{ actor: { display: event.by.name } }] : []
  return given({
    resourceType: 'MedicationAdministration',
    id: event.id,
    status: event.kind === 'taken' ? 'completed' : 'not-done',
    medicationCodeableConcept: { text: label || 'Medicine' },
    subject: referenceTo('Patient', person.id),
    supportingInformation: isKnown ? [referenceTo('MedicationStatement', event.medicationId)] : [],
    effectiveDateTime: event.at,
    performer,
    note: [planned, event.note ?? ''].flatMap((text) => textOrNull(text) ?? []).map((text) => ({ text })),
    dosage: taken && { dose: quantityOf(taken.amount, taken.unit ?? 'dose') },
  }) as Resource
}

/** How long an appointment is taken to be: FHIR wants an end where there is a beginning, and none is entered. */
const APPOINTMENT_LENGTH = HOUR / 2

/** Returns an appointment with a doctor. */
export function appointmentResource(appointment: Appointment, { person }: Whose): Resource {
  const { appointmentDate, appointmentTime, isCompleted, doctorName, location, phoneNumber } = appointment
  const start = instantAt(appointmentDate, appointmentTime, person.zone)
  const told = [location, phoneNumber].flatMap((text) => textOrNull(text) ?? []).join(', ')
  const doctor = textOrNull(doctorName)
  return given({
    resourceType: 'Appointment',
    id: appointment.id,
    text: narrative([doctor ?? 'Doctor', `${appointmentDate} ${appointmentTime}`, told].filter(Boolean).join(', ')),
    status: isCompleted ? 'fulfilled' : 'booked',
    specialty: [textOrNull(appointment.specialty)].flatMap((text) => (text === null ? [] : [{ text }])),
    description: textOrNull(told),
    start: toInstant(start),
    end: toInstant(start + APPOINTMENT_LENGTH),
    comment: textOrNull(appointment.notes),
    participant: [
      { actor: referenceTo('Patient', person.id), status: 'accepted' },
      { actor: { display: doctor ?? 'Doctor' }, status: 'accepted' },
    ],
  }) as Resource
}

/**
 * Returns a saved picture of a paper. The picture itself is in the plain export; here is its name and its address,
 * which asks for a sign-in.
 * @param origin the server's public address
 */
export function documentResource(document: MedicalDocument, origin: string, { person }: Whose): Resource {
  const title = textOrNull(document.documentName) ?? 'Document'
  return {
    resourceType: 'DocumentReference',
    id: document.id,
    status: 'current',
    type: { text: DOCUMENT_TYPE_LABELS[document.documentType] },
    subject: referenceTo('Patient', person.id),
    date: document.createdAt,
    description: title,
    content: [
      {
        attachment: {
          contentType: 'image/jpeg',
          url: `${origin}${document.imageUrl}`,
          title,
          creation: document.documentDate,
        },
      },
    ],
  }
}
