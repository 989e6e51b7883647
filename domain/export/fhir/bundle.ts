import { standingEvents } from '../../doses/slot-outcome.ts'
import type { Appointment } from '../../records/appointment.ts'
import type { MedicalDocument } from '../../records/document.ts'
import type { LoggedDoseEvent } from '../../records/dose-event.ts'
import type { Medication } from '../../records/medication.ts'
import {
  administrationOf,
  appointmentResource,
  documentResource,
  type ExportedPerson,
  isAdministration,
  patientOf,
  statementOf,
} from './resources.ts'
import { entryOf, plainText, type Resource } from './shapes.ts'

/** What is exported of one person. */
export interface PersonRecord {
  person: ExportedPerson
  medications: readonly Medication[]
  /** The whole log, in its order. */
  events: readonly LoggedDoseEvent[]
  appointments: readonly Appointment[]
  documents: readonly MedicalDocument[]
}

/**
 * Yields a FHIR R4 Bundle (`collection`) as JSON, entry by entry: Patient, MedicationStatement,
 * MedicationAdministration, Appointment, DocumentReference of each person (additions, 4). Doses that were undone are
 * left out, snoozes too: nothing was taken.
 * @param now instant of the export, ms
 * @param origin the server's public address
 */
export function* fhirBundle(records: Iterable<PersonRecord>, now: number, origin: string): Generator<string, void> {
  const timestamp = new Date(now).toISOString()
  yield `{"resourceType":"Bundle","type":"collection","timestamp":"${timestamp}","entry":[`
  let separator = ''
  for (const record of records) {
    for (const resource of resourcesOf(record, now, origin)) {
      yield `${separator}\n${JSON.stringify(entryOf(resource), withoutControls)}`
      separator = ','
    }
  }
  yield '\n]}\n'
}

const withoutControls = (_field: string, value: unknown): unknown =>
  typeof value === 'string' ? plainText(value) : value

function* resourcesOf(record: PersonRecord, now: number, origin: string): Generator<Resource, void> {
  const { person, medications, events } = record
  const whose = { person, now }
  yield patientOf(person)
  for (const medication of medications) yield statementOf(medication, medications, whose)
  const known = new Set(medications.map(({ id }) => id))
  const standing = new Set(standingEvents(events))
  for (const event of events) {
    if (standing.has(event) && isAdministration(event))
      yield administrationOf(event, known.has(event.medicationId), whose)
  }
  for (const appointment of record.appointments) yield appointmentResource(appointment, whose)
  for (const document of record.documents) yield documentResource(document, origin, whose)
}
