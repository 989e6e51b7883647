import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { Person } from './people.ts'

/** What a test sends, as loosely typed as the wire. */
export type Json = Record<string, unknown>

/** Sends a write of this user, with a key if one is given. */
export function send(
  person: Person,
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  key?: string,
): Promise<LightMyRequestResponse> {
  return person.inject({
    method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
}

/** Metformin at 8:00 and 20:00. Each medication gets a unique name, so that none is a duplicate. */
export const medicationBody = (fields: Json = {}): Json => ({
  id: randomUUID(),
  name: `Metformin ${randomUUID().slice(0, 8)}`,
  dosage: '500 mg',
  frequency: 'twice a day',
  instructions: 'With food',
  reminderTimes: ['08:00', '20:00'],
  startDate: null,
  endDate: null,
  ...fields,
})

/** Adds a medication, which must be accepted. */
export async function addMedication(person: Person, fields: Json = {}): Promise<ListedMedication> {
  const answer = await send(person, 'POST', '/api/medications', medicationBody(fields))
  if (answer.statusCode !== 201) throw new Error(`adding answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<ListedMedication>()
}

/** A "taken" of the medication without a slot, or for a slot such as `2026-03-02 20:00`. */
export function doseBody(medicationId: string, { slot, ...fields }: Json & { slot?: string | undefined } = {}): Json {
  const [date = null, time = null] = slot?.split(' ') ?? []
  return {
    id: randomUUID(),
    medicationId,
    slotId: date && time && slotIdOf(medicationId as never, date as never, time as never),
    kind: 'taken',
    at: '2026-03-02T09:02:00.000Z',
    loggedAt: '2026-03-02T09:02:00.000Z',
    deviceId: '01900000-0000-7000-8000-000000000900',
    deviceName: 'Phone',
    snapshot: { name: 'Metformin', dosage: '500 mg', date, time },
    ...fields,
  }
}

/** A pack of 28 of the medication. */
export const supplyBody = (medicationId: string, fields: Json = {}): Json => ({
  id: randomUUID(),
  medicationId,
  kind: 'added',
  amount: '28',
  at: '2026-03-02T08:00:00.000Z',
  ...fields,
})

export async function list(person: Person): Promise<ListedMedication[]> {
  return (await person.inject('/api/medications')).json()
}

/** Returns the whole log, read in pages of this size. */
export async function readLog(person: Person, limit = 2000): Promise<DosesAnswer['events']> {
  const events: DosesAnswer['events'] = []
  for (let since = 0, more = true; more; ) {
    const page = (await person.inject(`/api/doses?since=${since}&limit=${limit}`)).json<DosesAnswer>()
    events.push(...page.events)
    since = page.cursor
    more = page.more
  }
  return events
}

/** An appointment on March 9 at half past two. Each one gets a different doctor, so that none is a duplicate. */
export const appointmentBody = (fields: Json = {}): Json => ({
  id: randomUUID(),
  doctorName: `Dr. ${randomUUID().slice(0, 8)}`,
  specialty: 'Cardiology',
  appointmentDate: '2026-03-09',
  appointmentTime: '14:30',
  location: 'City Clinic',
  notes: 'Bring the last results',
  phoneNumber: '02 9876 5432',
  remindBefore: [],
  ...fields,
})

/** Adds an appointment, which must be accepted. */
export async function addAppointment(person: Person, fields: Json = {}): Promise<Appointment> {
  const answer = await send(person, 'POST', '/api/appointments', appointmentBody(fields))
  if (answer.statusCode !== 201) throw new Error(`adding answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<Appointment>()
}

export async function listAppointments(person: Person): Promise<Appointment[]> {
  return (await person.inject('/api/appointments')).json()
}
